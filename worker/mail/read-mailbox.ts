import { createHash } from 'node:crypto';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { ImapMailbox } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { type MailList, mailLimits } from './mail-limits.js';
import { type MailboxAccess, withMailbox } from './open-mailbox.js';

export type MailSpan = {
  /** Mails of so many days count. */
  days: number;
  /** The newest so many of them. */
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

/** The mails with these UIDs as they arrived. They stay unread (BODY.PEEK). */
export function readMailbox(mailbox: ImapMailbox, uids: readonly number[], access: MailboxAccess): Promise<Buffer[]> {
  return withMailbox(mailbox, access, async (client) => {
    const mails = new Map<number, Buffer>();
    for await (const { uid, source } of rowsOf(client, uids, 'source'))
      if (source !== undefined) mails.set(uid, source);
    return uids.flatMap((uid) => mails.get(uid) ?? []);
  });
}

/** Rows that a server may send besides those asked for, such as those of mails whose flags another client changes. */
const mostUnasked = 1000;

/** What the server says of mails by their UIDs. Rows that were not asked for are left out, and too many end the reading. */
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
      throw new SourceError('broken', `The mail server sent more than ${mostUnasked} mails that it was not asked for.`);
  }
}
