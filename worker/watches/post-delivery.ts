import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { AttemptAnswer } from '../../shared/watches/attempts.js';
import { cutText } from '../../shared/words/cut-text.js';
import { tidyText } from '../../shared/words/text.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';

/** How long an address may take to answer, in milliseconds. */
export const answerMs = 15_000;

/** What is read of an answer, in bytes, and what its watch's owner is shown of it, in characters. */
const [readBytes, shownLength] = [16_384, 500];

/** A delivery to an address, signed with `secrets`, the newest first; `seconds`: when it is sent (epoch). */
export type SignedDelivery = {
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
  seconds: number;
};

/** The headers of the Standard Webhooks specification for a body: a signature by each of the secrets `whsec_…`. */
export function signedHeaders({ id, body, secrets, seconds }: Omit<SignedDelivery, 'url'>) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** Opens the way to webhooks. `post` rejects when an address does not answer in time; redirects are not followed. The caller closes it. */
export function createPost({ guard, userAgent }: { guard: SsrfGuard; userAgent: string }) {
  const agent = new Agent({ connect: { lookup: guard.lookup, timeout: 10_000 } });
  return {
    async post({ url, ...delivery }: SignedDelivery): Promise<AttemptAnswer & { status: number }> {
      guard.check(new URL(url));
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...signedHeaders(delivery) },
        body: delivery.body,
        dispatcher: agent,
        signal: AbortSignal.timeout(answerMs),
      });
      return { status: statusCode, answer: await beginningOf(answer).catch(() => null) };
    },
    close: () => agent.close(),
  };
}

/** How a body begins, as one line of text; `null` when it is empty. */
async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection: no more of a long answer is read.
    if (bytes >= readBytes) break;
  }
  const text = tidyText(Buffer.concat(chunks).subarray(0, readBytes).toString());
  return text === '' ? null : cutText(text, shownLength);
}
