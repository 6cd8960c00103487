import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { ImapFlow } from 'imapflow';
import { isPublicAddress } from '../../shared/http/public-address.js';
import { lazyRequire } from '../../shared/lazy-require.js';
import { certificateFailure } from '../fetch/fetch-raw.js';
import { fetchLimits } from '../fetch/limits.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import type { ImapMailbox } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { mailLimits } from './mail-limits.js';

export type MailboxAccess = { guard: SsrfGuard; proxyUrl?: string | undefined; signal: AbortSignal };

/**
 * Logs in to a mail server, selects a folder for reading alone (EXAMINE, RFC 9051 §6.3.3) and runs `use`. The guard resolves the
 * name, and the connection goes to the address that it let through. Throws `SourceError`.
 */
export async function withMailbox<Result>(
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
      ...{ host: address, port, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(proxyUrl === undefined ? {} : { proxy: proxyUrl }),
      ...{ auth: { user, pass: password }, logger: false, disableAutoIdle: true, disableCompression: true },
      ...{ connectionTimeout: fetchLimits.requestMs, greetingTimeout: fetchLimits.requestMs },
      ...{ socketTimeout: fetchLimits.requestMs, maxLineLength: 1_000_000 },
      ...{ maxLiteralSize: 2 * mailLimits.mailBytes, maxResponseSize: 4 * mailLimits.mailBytes },
    });
    // What fails is also what the commands reject with.
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

/** The address to connect to. A password goes unencrypted to a private host alone, which ALLOW_PRIVATE_HOSTS has to name. */
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

/** What an error of the connection means for the source; its own message may quote what was sent. */
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
