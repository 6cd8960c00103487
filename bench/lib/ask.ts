import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

/** A response and its latency, in milliseconds from the start of the request. */
export type Asked = { status: number; body: string; tookMs: number; headers: IncomingMessage['headers'] };

const agent = new Agent({ keepAlive: true, maxSockets: 20_000 });

/** Sends a search. `until` ends reading early, at the first text for which it returns true. */
export async function ask(
  url: string,
  body: object,
  { headers = {}, until }: { headers?: Record<string, string>; until?: (text: string) => boolean } = {},
): Promise<Asked> {
  const started = performance.now();
  const sent = request(`${url}/api/jobs/search`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) {
    text += String(chunk);
    if (until?.(text)) break;
  }
  const tookMs = performance.now() - started;
  return { status: answer.statusCode ?? 0, body: text, tookMs, headers: answer.headers };
}

/** The same; throws unless the response is a 200 and no source is missing. */
export async function askWhole(url: string, body: object): Promise<Asked> {
  const answer = await ask(url, body);
  if (answer.status !== 200 || answer.body.includes('"partial":true'))
    throw new Error(`A search was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
  return answer;
}
