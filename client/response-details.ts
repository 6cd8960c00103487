/** What the headers of an answer say beside its body. */
export type ResponseDetails = {
  status: number;
  /** Identifies the request in the operator's logs. */
  requestId: string | null;
  /** RFC 9211, for instance `job-search; hit; ttl=505`; `null` for calls that are never cached. */
  cacheStatus: string | null;
  /** What is left of the caller's quota; `null` for calls that are not counted. */
  limit: { remaining: number; resetSeconds: number } | null;
  headers: Headers;
};

/** Reads the details of a response. */
export function readDetails({ status, headers }: Response): ResponseDetails {
  const limit = headers.get('ratelimit') ?? '';
  const [remaining, reset] = [/;\s?r=(\d{1,9})/.exec(limit)?.[1], /;\s?t=(\d{1,9})/.exec(limit)?.[1]];
  const isCounted = remaining !== undefined && reset !== undefined;
  return {
    status,
    requestId: headers.get('x-request-id'),
    cacheStatus: headers.get('cache-status'),
    limit: isCounted ? { remaining: Number(remaining), resetSeconds: Number(reset) } : null,
    headers,
  };
}
