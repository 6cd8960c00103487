import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** What a live search showed: milliseconds until its first jobs and until its result, and how often it showed progress. */
export type FollowedSearch = { firstMs: number; allMs: number; jobEvents: number; sourceEvents: number; total: number };

/** Maximum wait of a caller, in seconds. */
const patience = 600;

/** API settings that let a caller follow the longest collection. */
export const patient = { SEARCH_WAIT_MAX_SECONDS: String(patience), SEARCH_WAIT_SECONDS: String(patience) };

/** Follows a search live until every source has reported. Throws unless all of them answered. */
export async function followSearch(url: string): Promise<FollowedSearch> {
  const began = performance.now();
  const found: FollowedSearch = { firstMs: Number.NaN, allMs: 0, jobEvents: 0, sourceEvents: 0, total: 0 };
  for (;;) {
    const result = await followOnce(url, (event) => {
      if (event === 'source') found.sourceEvents += 1;
      if (event !== 'jobs') return;
      found.jobEvents += 1;
      if (Number.isNaN(found.firstMs)) found.firstMs = performance.now() - began;
    });
    const missing = result.sources.filter(({ status }) => status !== 'ok');
    if (missing.some(({ status }) => status !== 'pending'))
      throw new Error(`Sources are missing: ${JSON.stringify(missing.slice(0, 3))}`);
    if (missing.length > 0) continue;
    found.allMs = performance.now() - began;
    if (Number.isNaN(found.firstMs)) found.firstMs = found.allMs;
    return { ...found, total: result.page.total };
  }
}

type Result = { page: { total: number }; sources: { name: string; status: string }[] };

async function followOnce(url: string, hear: (event: string) => void): Promise<Result> {
  const sent = request(`${url}/api/jobs/search`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', prefer: `wait=${patience}` },
  });
  sent.end('{}');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  let result: Result | null = null;
  for await (const chunk of answer) {
    text += String(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      hear(event);
      if (event === 'problem') throw new Error(`A search failed: ${data}`);
      if (event === 'result') result = JSON.parse(data) as Result;
    }
  }
  if (result === null) throw new Error(`A live search ended with ${answer.statusCode} and without a result: ${text}`);
  return result;
}
