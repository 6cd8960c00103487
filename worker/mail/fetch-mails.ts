import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchedPage, FetchHashed } from '../fetch/fetch-page.js';
import type { HostPace } from '../fetch/host-pace.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import { SourceError } from '../sources/source.js';
import { type MailList, mailLimits, withinLimits } from './mail-limits.js';
import { packMails } from './packed-mails.js';
import { listMailbox, type MailSpan, readMailbox } from './read-mailbox.js';

/**
 * Reads the mails of requests that name some, and pages as before. Mails are listed first, so that none is loaded while
 * the folder has the same ones. Requests to a mail server keep to its host's pace.
 */
export function fetchingMails(
  fetchPages: FetchHashed,
  { guard, pace }: { guard: SsrfGuard; pace: HostPace },
): FetchHashed {
  return async (request, options) => {
    const { mails, url } = request;
    if (mails === undefined) return fetchPages(request, options);
    const paced = <Result>(run: () => Promise<Result>): Promise<Result> =>
      mails.from === 'folder'
        ? run()
        : pace(new URL(url).host, { ...options, crawlDelaySeconds: 0 }, { signal: options.signal, run });
    const access = { guard, proxyUrl: options.proxyUrl, signal: options.signal };
    return mails.from === 'folder'
      ? fetched(url, await listMailFiles(mails.files, mails), (names) => readMailFiles(mails.files, names))
      : fetched(url, await paced(() => listMailbox(mails, mails, access)), (uids) =>
          paced(() => readMailbox(mails, uids, access)),
        );
  };
}

function fetched<Mark>(
  url: string,
  list: MailList<Mark>,
  readAll: (marks: readonly Mark[]) => Promise<Buffer[]>,
): FetchedPage {
  const { hash, mails } = list;
  const marks = withinLimits(list);
  const read: FetchedPage['read'] = async () => {
    const body = packMails(await readAll(marks), mails.length - marks.length);
    return { url, contentType: 'application/json', body, rendered: false, hash };
  };
  return { hash, read, heldBytes: 0 };
}

const dayMs = 86_400_000;

/** Lists the newest `.eml` files of a folder by name; links and folders below it are left out. Throws `SourceError`. */
export async function listMailFiles(folder: string, { days, most }: MailSpan): Promise<MailList<string>> {
  const since = Date.now() - days * dayMs;
  const found: { mark: string; bytes: number; at: number }[] = [];
  let looked = 0;
  try {
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile() || !/\.eml$/i.test(entry.name)) continue;
      if (++looked > mailLimits.files)
        throw new SourceError('too-large', `The folder has more than ${mailLimits.files} mails.`);
      const { size, mtimeMs } = await lstat(join(folder, entry.name));
      if (mtimeMs >= since) found.push({ mark: entry.name, bytes: size, at: mtimeMs });
    }
  } catch (error) {
    throw failureOf(error);
  }
  found.sort((a, b) => b.at - a.at || (a.mark < b.mark ? -1 : 1));
  const mails = found.slice(0, most);
  const hash = createHash('sha256').update(JSON.stringify(mails)).digest('base64url').slice(0, 22);
  return { hash, mails };
}

/** The raw files; leaves out one that is no longer a file, or has grown. */
export async function readMailFiles(folder: string, names: readonly string[]): Promise<Buffer[]> {
  const mails: Buffer[] = [];
  for (const name of names) {
    const mail = await readMailFile(join(folder, name));
    if (mail !== null) mails.push(mail);
  }
  return mails;
}

async function readMailFile(file: string): Promise<Buffer | null> {
  try {
    // Opening a pipe in place of the file would block.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = await handle.stat();
      return stats.isFile() && stats.size <= mailLimits.mailBytes ? await handle.readFile() : null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Moved or deleted since the listing.
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw failureOf(error);
  }
}

function failureOf(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? new SourceError('gone', 'Folder not found on the worker.')
    : new SourceError('unreachable', `The folder of mails could not be read (${code}).`);
}
