import { z } from 'zod';
import { type OAuthClient, SourceError } from '../sources/source.js';
import type { FetchRaw } from './fetch-raw.js';

/** A token is replaced this long before it expires. */
const marginMs = 30_000;

/** A token without a stated lifetime is kept this long, in seconds. */
const unstatedSeconds = 300;

/** An answer with a token is short. */
const longestAnswer = 64 * 1024;

const answerSchema = z.object({
  access_token: z.string().min(1).max(16_000),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().positive().max(31_536_000).catch(unstatedSeconds),
});

type Asking = { signal: AbortSignal; userAgent: string; proxyUrl?: string | undefined };
type Held = { token: string; until: number };

/** The token of a client: the stored one while valid, otherwise a new one. `note`: an answer that may refuse it. */
export type GetToken = {
  (client: OAuthClient, asking: Asking): Promise<string>;
  note(status: number, client: OAuthClient | undefined): void;
};

/** Creates the token store, in memory only; bounded by the clients in sources. */
export function createGetToken(fetchRaw: FetchRaw): GetToken {
  const held = new Map<string, Held>();
  const underway = new Map<string, Promise<Held>>();
  const nameOf = ({ tokenUrl, clientId, scope = '' }: OAuthClient): string =>
    JSON.stringify([tokenUrl, clientId, scope]);

  const getToken = async (client: OAuthClient, asking: Asking): Promise<string> => {
    const name = nameOf(client);
    const known = held.get(name);
    if (known !== undefined && known.until > performance.now()) return known.token;
    // Concurrent requests wait for one token.
    const asked = underway.get(name) ?? askToken(fetchRaw, client, asking).finally(() => underway.delete(name));
    underway.set(name, asked);
    const given = await asked;
    held.set(name, given);
    return given.token;
  };
  const note: GetToken['note'] = (status, client) => {
    if (status === 401 && client !== undefined) held.delete(nameOf(client));
  };
  return Object.assign(getToken, { note });
}

async function askToken(
  fetchRaw: FetchRaw,
  client: OAuthClient,
  { signal, userAgent, proxyUrl }: Asking,
): Promise<Held> {
  const { tokenUrl, clientId, clientSecret, scope } = client;
  const { host } = new URL(tokenUrl);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
  const answer = await fetchRaw({
    url: tokenUrl,
    method: 'POST',
    body: form.toString(),
    maxBytes: longestAnswer,
    signal,
    proxyUrl,
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    ownHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (answer.status !== 200)
    throw new SourceError('refused', `${host} gave no token for the source’s client (it answered ${answer.status}).`);
  const read = answerSchema.safeParse(asJson(answer.body.toString('utf8')));
  if (!read.success) throw new SourceError('broken', `${host} answered without a token of the type Bearer.`);
  const { access_token: token, expires_in: seconds } = read.data;
  return { token, until: performance.now() + Math.max(1000, seconds * 1000 - marginMs) };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
