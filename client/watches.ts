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
import { type CallOptions, call, callFor, type Sending } from './send.js';

/** The calls of watches: saved searches whose new openings are sent to an address. They need a key, and do not count as searches. */
export type WatchCalls = {
  /**
   * Sends the new openings of a search to an address. The answer has the `secret` that signs the deliveries, only this
   * once. Executed once, although the request may be repeated after a broken connection.
   */
  createWatch(request: WatchRequest, options?: CallOptions): Promise<CreatedWatch>;
  /** The watches of the key, oldest first. */
  watches(options?: CallOptions): Promise<Watch[]>;
  /** One watch: its state, and why it is failing or paused. */
  watch(id: string, options?: CallOptions): Promise<Watch>;
  /** Openings that appear while a watch is paused are not sent. */
  pauseWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** Sends what was not delivered before the pause. */
  resumeWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** Sends a test delivery, once, and reports its outcome. */
  testWatch(id: string, options?: CallOptions): Promise<WatchTest>;
  /** Replaces the members of a watch that are given. */
  changeWatch(id: string, change: WatchChange, options?: CallOptions): Promise<Watch>;
  /** Gives a watch a new `secret`, shown only this once; the old one also signs for 24 hours. */
  rotateWatchSecret(id: string, options?: CallOptions): Promise<CreatedWatch>;
  /** The last 50 delivery attempts of a watch, the latest first. */
  watchDeliveries(id: string, options?: CallOptions): Promise<WatchDelivery[]>;
  /** Sends the delivery of an attempt again, by its number `n`, and reports its outcome. */
  redeliver(id: string, n: number, options?: CallOptions): Promise<WatchTest>;
  deleteWatch(id: string, options?: CallOptions): Promise<void>;
};

/** 128 random bits; `crypto.randomUUID` exists only in secure contexts. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The calls of watches of one service. */
export function watchCalls(sending: Sending): WatchCalls {
  const get = <Body>(path: string, options: CallOptions): Promise<Body> =>
    callFor<Body>(sending, { method: 'GET', path: `/api/watches${path}` }, options);
  // The service executes each once, however often it is sent.
  const post = <Body>(path: string, options: CallOptions, body?: WatchRequest): Promise<Body> =>
    callFor<Body>(
      sending,
      { method: 'POST', path: `/api/watches${path}`, headers: { 'idempotency-key': randomKey() }, body },
      options,
    );
  const pathOf = (id: string): string => `/${encodeURIComponent(id)}`;
  return {
    createWatch: (request, options = {}) => post<CreatedWatch>('', options, request),
    watches: async (options = {}) => (await get<WatchList>('', options)).watches,
    watch: (id, options = {}) => get<Watch>(pathOf(id), options),
    pauseWatch: (id, options = {}) => post<Watch>(`${pathOf(id)}/pause`, options),
    resumeWatch: (id, options = {}) => post<Watch>(`${pathOf(id)}/resume`, options),
    testWatch: (id, options = {}) => post<WatchTest>(`${pathOf(id)}/test`, options),
    changeWatch: (id, change, options = {}) =>
      callFor<Watch>(sending, { method: 'PATCH', path: `/api/watches${pathOf(id)}`, body: change }, options),
    rotateWatchSecret: (id, options = {}) => post<CreatedWatch>(`${pathOf(id)}/rotate`, options),
    watchDeliveries: async (id, options = {}) =>
      (await get<WatchDeliveryList>(`${pathOf(id)}/deliveries`, options)).deliveries,
    redeliver: (id, n, options = {}) => post<WatchTest>(`${pathOf(id)}/deliveries/${n}/redeliver`, options),
    async deleteWatch(id, options = {}) {
      await call(sending, { method: 'DELETE', path: `/api/watches${pathOf(id)}` }, options);
    },
  };
}
