import type { CreatedWatch, Watch, WatchList, WatchRequest, WatchTest } from './bodies.js';
import type { CallOptions } from './call-options.js';
import { readDetails } from './response-details.js';
import { readBody, type Sending, send } from './send.js';

/** The calls of watches: saved searches whose new openings are sent to an address. They need a key, and do not count as searches. */
export type WatchCalls = {
  /**
   * Has the new openings of a search sent to an address. The answer has the `secret` that signs the deliveries, this once. A
   * broken connection is not retried, since the watch may have been made.
   */
  createWatch(request: WatchRequest, options?: CallOptions): Promise<CreatedWatch>;
  /** The watches of the key, oldest first. */
  watches(options?: CallOptions): Promise<Watch[]>;
  /** One watch: its state, and why it is paused. */
  watch(id: string, options?: CallOptions): Promise<Watch>;
  /** Openings that appear while a watch is paused are not sent. */
  pauseWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** What was not delivered before the pause is sent. */
  resumeWatch(id: string, options?: CallOptions): Promise<Watch>;
  /** Sends a test delivery, once, and says what became of it. */
  testWatch(id: string, options?: CallOptions): Promise<WatchTest>;
  deleteWatch(id: string, options?: CallOptions): Promise<void>;
};

/** The calls of watches of one service. */
export function watchCalls(sending: Sending): WatchCalls {
  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { signal, onResponse }: CallOptions,
    body?: WatchRequest,
  ): Promise<Response> => {
    const response = await send(sending, {
      method,
      path: `/api/watches${path}`,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal,
      isRepeatable: body === undefined,
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
    async deleteWatch(id, options = {}) {
      await ask('DELETE', pathOf(id), options);
    },
  };
}
