import type {
  CreatedWatch,
  Watch,
  WatchChange,
  WatchDelivery,
  WatchDeliveryList,
  WatchList,
  WatchRequest,
  WatchTest,
} from './bodies.js';
import type { CallOptions } from './call-options.js';
import { readDetails } from './response-details.js';
import { readBody, type Sending, send } from './send.js';

/** The calls of watches: saved searches whose new openings are sent to an address. They need a key, and do not count as searches. */
export type WatchCalls = {
  /**
   * Has the new openings of a search sent to an address. The answer has the `secret` that signs the deliveries, this once.
   * It is made once, though the request may be sent again when a connection breaks.
   */
  createWatch(request: WatchRequest, options?: CallOptions): Promise<CreatedWatch>;
  /** The watches of the key, oldest first. */
  watches(options?: CallOptions): Promise<Watch[]>;
  /** One watch: its state, and why it is failing or paused. */
  watch(id: string, options?: CallOptions): Promise<Watch>;
  /** Openings that appear while a watch is paused are not sent. */
  pauseWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** What was not delivered before the pause is sent. */
  resumeWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** Sends a test delivery, once, and says what became of it. */
  testWatch(id: string, options?: CallOptions): Promise<WatchTest>;
  /** Replaces the members of a watch that are given. */
  changeWatch(id: string, change: WatchChange, options?: CallOptions): Promise<Watch>;
  /** Gives a watch a new `secret`, shown this once; the old one signs beside it for 24 hours. */
  rotateWatchSecret(id: string, options?: CallOptions): Promise<CreatedWatch>;
  /** The last 50 attempts to send a delivery of a watch, the latest first. */
  watchDeliveries(id: string, options?: CallOptions): Promise<WatchDelivery[]>;
  /** Sends the delivery of an attempt again, by its number `n`, and says what became of it. */
  redeliver(id: string, n: number, options?: CallOptions): Promise<WatchTest>;
  deleteWatch(id: string, options?: CallOptions): Promise<void>;
};

/** 128 random bits; `crypto.randomUUID` exists in secure contexts alone. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The calls of watches of one service. */
export function watchCalls(sending: Sending): WatchCalls {
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { signal, onResponse }: CallOptions,
    body?: WatchRequest | WatchChange,
  ): Promise<Response> => {
    const response = await send(sending, {
      method,
      path: `/api/watches${path}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // The service carries each out once, however often it is sent.
        ...(method === 'POST' && { 'idempotency-key': randomKey() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    onResponse?.(readDetails(response));
    return response;
  };
  const pathOf = (id: string): string => `/${encodeURIComponent(id)}`;
  return {
    async createWatch(request, options = {}) {
      return readBody<CreatedWatch>(await ask('POST', '', options, request), options);
    },
    async watches(options = {}) {
      return (await readBody<WatchList>(await ask('GET', '', options), options)).watches;
    },
    async watch(id, options = {}) {
      return readBody<Watch>(await ask('GET', pathOf(id), options), options);
    },
    async pauseWatch(id, options = {}) {
      return readBody<Watch>(await ask('POST', `${pathOf(id)}/pause`, options), options);
    },
    async resumeWatch(id, options = {}) {
      return readBody<Watch>(await ask('POST', `${pathOf(id)}/resume`, options), options);
    },
    async testWatch(id, options = {}) {
      return readBody<WatchTest>(await ask('POST', `${pathOf(id)}/test`, options), options);
    },
    async changeWatch(id, change, options = {}) {
      return readBody<Watch>(await ask('PATCH', pathOf(id), options, change), options);
    },
    async rotateWatchSecret(id, options = {}) {
      return readBody<CreatedWatch>(await ask('POST', `${pathOf(id)}/rotate`, options), options);
    },
    async watchDeliveries(id, options = {}) {
      return (await readBody<WatchDeliveryList>(await ask('GET', `${pathOf(id)}/deliveries`, options), options))
        .deliveries;
    },
    async redeliver(id, n, options = {}) {
      return readBody<WatchTest>(await ask('POST', `${pathOf(id)}/deliveries/${n}/redeliver`, options), options);
    },
    async deleteWatch(id, options = {}) {
      await ask('DELETE', pathOf(id), options);
    },
  };
}
