import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceError } from '../sources/source.js';
import { type MailList, mailLimits } from './mail-limits.js';
import type { MailSpan } from './read-mailbox.js';

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
