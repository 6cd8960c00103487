import autocannon from 'autocannon';

/** The results of a load; times in milliseconds. */
export type Load = { perSecond: number; requests: number; p50: number; p99: number };

/** Sends searches in turn over 32 connections, as fast as the server answers. Throws unless every answer is a 200. */
export async function applyLoad(
  url: string,
  { searches, seconds }: { searches: readonly object[]; seconds: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: seconds,
    requests: searches.map((search) => ({
      method: 'POST',
      path: '/api/jobs/search',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(search),
    })),
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} answers were no 200, ${result.errors} requests failed.`);
  const { requests, latency, duration } = result;
  return { perSecond: requests.total / duration, requests: requests.total, p50: latency.p50, p99: latency.p99 };
}
