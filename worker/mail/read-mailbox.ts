import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { isPublicAddress } from '../../shared/http/http-hosts.js';
import { lazyRequire } from '../../shared/lazy-require.js';
import { certificateFailure } from '../fetch/fetch-raw.js';
import { fetchLimits } from '../fetch/limits.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import { type ImapMailbox, SourceError } from '../sources/source.js';
import { type MailList, mailLimits } from './mail-limits.js';

type MailboxAccess = { guard: SsrfGuard; proxyUrl?: string | undefined; signal: AbortSignal };

/**
 * Logs in to a mail server, selects a folder read-only (EXAMINE, RFC 9051 §6.3.3) and runs `use`. The guard resolves
 * the name, and the connection goes to the address that passed it. Throws `SourceError`.
 */
async function withMailbox<Result>(
  mailbox: ImapMailbox,
  { guard, proxyUrl, signal }: MailboxAccess,
  use: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const { host, port, security, user, password, folder } = mailbox;
  let client: ImapFlow | null = null;
  const giveUp = (): void => client?.close();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const address = await addressOf(mailbox, guard);
    signal.throwIfAborted();
    const { ImapFlow: Client } = lazyRequire('imapflow') as typeof import('imapflow');
    client = new Client({
      host: address,
      port,
      secure: security === 'tls',
      doSTARTTLS: security === 'starttls',
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(proxyUrl === undefined ? {} : { proxy: proxyUrl }),
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: fetchLimits.requestMs,
      greetingTimeout: fetchLimits.requestMs,
      socketTimeout: fetchLimits.requestMs,
      maxLineLength: 1_000_000,
      maxLiteralSize: 2 * mailLimits.mailBytes,
      maxResponseSize: 4 * mailLimits.mailBytes,
    });
    // The commands reject with the same error.
    client.on('error', () => undefined);
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
    return await use(client);
  } catch (error) {
    throw failureOf(error, host, signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
    client?.close();
  }
}

/** The address to connect to. A password goes unencrypted only to a private host named in ALLOW_PRIVATE_HOSTS. */
async function addressOf({ host, port, security }: ImapMailbox, guard: SsrfGuard): Promise<string> {
  const url = new URL(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  guard.check(url);
  const found = await promisify(guard.lookup)(url.hostname.replace(/^\[|\]$/g, ''), { all: false });
  const address = String(found);
  if (security === 'none' && isPublicAddress(address))
    throw new SourceError('unsafe', `${host} is a public host, to which no password is sent without TLS.`);
  return address;
}

type ImapFailure = NodeJS.ErrnoException & { authenticationFailed?: boolean; mailboxMissing?: boolean };

const timeouts: ReadonlySet<string> = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT']);

/** The source failure behind a connection error, whose own message may quote sent data. */
function failureOf(error: unknown, host: string, signal: AbortSignal): SourceError {
  if (error instanceof SourceError) return error;
  if (signal.aborted) return new SourceError('timeout', 'The time for this source was up.');
  const failure = error as ImapFailure;
  if (failure.authenticationFailed) return new SourceError('refused', `${host} did not accept the user and password.`);
  if (failure.mailboxMissing) return new SourceError('gone', `The mailbox on ${host} has no folder of this name.`);
  if (timeouts.has(failure.code ?? '')) return new SourceError('timeout', `${host} took too long to answer.`);
  return (
    certificateFailure(failure, host) ??
    new SourceError('unreachable', `${host} could not be read by IMAP (${failure.code ?? failure.name}).`)
  );
}

export type MailSpan = {
  /** Only mails of this many days count. */
  days: number;
  /** At most this many of the newest. */
  most: number;
};

const dayMs = 86_400_000;

/** Lists the newest mails of a folder by their UIDs (RFC 9051 §2.3.1.1): a mail never changes under its UID. */
export function listMailbox(
  mailbox: ImapMailbox,
  { days, most }: MailSpan,
  access: MailboxAccess,
): Promise<MailList<number>> {
  return withMailbox(mailbox, access, async (client) => {
    const since = new Date(Date.now() - days * dayMs);
    const found = await client.search({ since }, { uid: true });
    const uids = (found || []).sort((a, b) => b - a).slice(0, most);
    const mails: MailList<number>['mails'] = [];
    for await (const { uid, size } of rowsOf(client, uids, 'size'))
      mails.push({ mark: uid, bytes: size ?? mailLimits.mailBytes });
    mails.sort((a, b) => b.mark - a.mark);
    const validity = client.mailbox === false ? '' : String(client.mailbox.uidValidity);
    const hash = createHash('sha256').update(`${validity} ${mails.map(({ mark }) => mark).join(' ')}`);
    return { hash: hash.digest('base64url').slice(0, 22), mails };
  });
}

/** The raw mails with these UIDs. They stay unread (BODY.PEEK). */
export function readMailbox(mailbox: ImapMailbox, uids: readonly number[], access: MailboxAccess): Promise<Buffer[]> {
  return withMailbox(mailbox, access, async (client) => {
    const mails = new Map<number, Buffer>();
    for await (const { uid, source } of rowsOf(client, uids, 'source'))
      if (source !== undefined) mails.set(uid, source);
    return uids.flatMap((uid) => mails.get(uid) ?? []);
  });
}

/** Rows that a server may send unrequested, such as those of mails whose flags another client changes. */
const mostUnasked = 1000;

/** The mails that the server reports by their UIDs. Unrequested rows are left out, and too many end the reading. */
async function* rowsOf(
  client: ImapFlow,
  uids: readonly number[],
  fact: 'size' | 'source',
): AsyncGenerator<FetchMessageObject> {
  if (uids.length === 0) return;
  const asked = new Set(uids);
  let unasked = 0;
  for await (const row of client.fetch([...uids], { uid: true, [fact]: true }, { uid: true })) {
    // A mail is named once.
    if (row[fact] !== undefined && asked.delete(row.uid)) yield row;
    else if (++unasked > mostUnasked)
      throw new SourceError('broken', `The mail server sent more than ${mostUnasked} mails that were not requested.`);
  }
}
