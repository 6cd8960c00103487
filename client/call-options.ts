import type { ResponseDetails } from './response-details.js';

/** Options of one call. */
export type CallOptions = {
  signal?: AbortSignal;
  /** How long the service may collect before it answers with what there is, in seconds. */
  waitSeconds?: number;
  /** With a key: collect anew instead of answering from the cache. */
  fresh?: boolean;
  /** Receives what the headers say: the request id, what is left of the quota, how the cache answered. */
  onResponse?: (details: ResponseDetails) => void;
};
