/**
 * May this request be answered? Its `authorization` header is a signature, by the account's key, over method, resource
 * and date (documentation: access control in the REST API); it holds for a quarter of an hour.
 */
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Answer, refusal } from './answer.ts';
import { header, type ServedRequest } from './request.ts';

const VALID_FOR = 15 * 60 * 1000;

/** The refusal, if so. The time is the machine's, which clients sign with. */
export function refuseUnauthorized(request: ServedRequest, key: Buffer): Answer | undefined {
  const signed = signatureIn(header(request, 'authorization'));
  if (typeof signed === 'string') return refusal(401, { detail: signed });
  const date = header(request, 'x-ms-date') ?? header(request, 'date') ?? '';
  const expected = signatureOf(request, date, key);
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) {
    return refusal(401, {
      detail: `The signature is not the one of ${request.method} /${request.path.raw} by this key.`,
    });
  }
  const age = Math.abs(Date.now() - Date.parse(date));
  // One page of the documentation says 401 of an old token, another 403; SDKs do not repeat either.
  if (!(age <= VALID_FOR))
    return refusal(403, { detail: `The token is of ${date}, which is more than 15 minutes off.` });
  return undefined;
}

function signatureOf({ method, path }: ServedRequest, date: string, key: Buffer): Buffer {
  const text = `${method.toLowerCase()}\n${path.type.toLowerCase()}\n${path.link}\n${date.toLowerCase()}\n\n`;
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

/** The signature, or what is wrong with the header. */
function signatureIn(value: string | undefined): Buffer | string {
  if (value === undefined) return 'The header "authorization" is missing.';
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return 'The header "authorization" is not encoded as a part of a URL.';
  }
  const match = /^type=([^&]*)&ver=([^&]*)&sig=(.*)$/.exec(decoded);
  if (match === null) return 'The header "authorization" is not of the form type=…&ver=…&sig=….';
  const [, type, version, signature = ''] = match;
  if (type !== 'master' || version !== '1.0') return `Tokens of type ${type}, version ${version} are not taken here.`;
  return Buffer.from(signature, 'base64');
}
