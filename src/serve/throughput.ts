/** How many request units a second are provided? As a client asks for it when it creates something, and as an offer says. */
import { header, type ServedRequest } from './request.ts';

export interface Throughput {
  readonly perSecond: number;
  /** The most that it scales to by itself. */
  readonly autoscale: boolean;
}

/** What is provided where nobody asks for anything else. */
export const LEAST: Throughput = { perSecond: 400, autoscale: false };

/** What a request asks for; `undefined` for nothing, a text for what is wrong with it. */
export function askedThroughput(request: ServedRequest): Throughput | string | undefined {
  const manual = header(request, 'x-ms-offer-throughput');
  const scaled = header(request, 'x-ms-cosmos-offer-autopilot-settings');
  if (manual !== undefined && scaled !== undefined) return 'Throughput is either manual or autoscale.';
  if (manual !== undefined) return manualThroughput(Number(manual));
  return scaled === undefined ? undefined : autoscaleThroughput(maximumIn(scaled));
}

/** What the content of an offer says, or what is wrong with it. */
export function throughputIn(content: unknown): Throughput | string {
  const { offerThroughput, offerAutopilotSettings } = (content ?? {}) as Record<string, unknown>;
  const settings = offerAutopilotSettings as { readonly maxThroughput?: unknown } | null | undefined;
  if (settings?.maxThroughput !== undefined) return autoscaleThroughput(settings.maxThroughput);
  return manualThroughput(offerThroughput);
}

/** The content of an offer. */
export function offerContent({ perSecond, autoscale }: Throughput): object {
  if (!autoscale) return { offerThroughput: perSecond, offerIsRUPerMinuteThroughputEnabled: false };
  return {
    offerThroughput: perSecond / 10,
    offerIsRUPerMinuteThroughputEnabled: false,
    offerAutopilotSettings: { tier: 0, maximumTierThroughput: 0, autoUpgrade: false, maxThroughput: perSecond },
  };
}

function manualThroughput(perSecond: unknown): Throughput | string {
  if (isMultiple(perSecond, 100) && perSecond >= 400) return { perSecond, autoscale: false };
  return `The throughput is ${JSON.stringify(perSecond)}; 400 or more request units a second, in steps of 100, are expected.`;
}

function autoscaleThroughput(perSecond: unknown): Throughput | string {
  if (isMultiple(perSecond, 1000) && perSecond >= 1000) return { perSecond, autoscale: true };
  return `The greatest throughput is ${JSON.stringify(perSecond)}; 1000 or more request units a second, in steps of 1000, are expected.`;
}

function isMultiple(value: unknown, of: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value % of === 0;
}

function maximumIn(settings: string): unknown {
  try {
    return (JSON.parse(settings) as { readonly maxThroughput?: unknown } | null)?.maxThroughput;
  } catch {
    return settings;
  }
}
