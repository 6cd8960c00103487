import type { Delivery } from './bodies.js';

/** A delivery that did not come from the service, was changed in transit, or is too old. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** Older or newer signatures are refused: the tolerance of the Standard Webhooks specification. */
const toleranceSeconds = 300;

/** Looks up headers by lower-case name: `Headers`, or those of Node's `http`. */
export type DeliveryHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a delivery (Standard Webhooks, HMAC-SHA256) and returns its content. `body` is the raw text as received, not
 * parsed. Throws a `DeliveryError` unless the secret of the watch signed it within the last five minutes.
 */
export async function readDelivery(secret: string, headers: DeliveryHeaders, body: string): Promise<Delivery> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new DeliveryError('A webhook header is missing.');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new DeliveryError('The delivery is too old, or the clocks differ.');
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = text.encode(`${id}.${timestamp}.${body}`);
  for (const each of signatures.split(' ').slice(0, maxSignatures)) {
    const [version, value = ''] = each.split(',', 2);
    if (version === 'v1' && (await isSigned(key, value, signed))) return JSON.parse(body) as Delivery;
  }
  throw new DeliveryError('The signature was not made with this secret.');
}

/** Signatures tried per delivery: during a change of secrets there are two. */
const maxSignatures = 10;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Whether `value` (base64) signs the bytes; compared in constant time. */
async function isSigned(key: Key, value: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    return await crypto.subtle.verify('HMAC', key, bytesOf(value), signed);
  } catch {
    return false;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function headerOf(headers: DeliveryHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : null;
}
