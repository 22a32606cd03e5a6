/** How many request units a second is a container provided with? Its own, or its database's; not everybody may ask. */
import type { Container } from '@azure/cosmos';

interface OfferContent {
  readonly offerThroughput?: number;
  readonly offerAutopilotSettings?: { readonly maxThroughput?: number };
}

/** `undefined` where that is not known: an identity that may not ask, or a serverless account. */
export async function readProvided(container: Container): Promise<number | undefined> {
  for (const owner of [container, container.database]) {
    try {
      const { resource } = await owner.readOffer();
      const content = resource?.content as OfferContent | undefined;
      const units = content?.offerAutopilotSettings?.maxThroughput ?? content?.offerThroughput;
      if (units !== undefined) return units;
    } catch {
      // What the container gives out will show.
    }
  }
  return undefined;
}
