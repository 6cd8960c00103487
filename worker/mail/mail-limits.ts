import { fetchLimits } from '../fetch/limits.js';

/** Limits of one reading of a mailbox or of a folder of mails. */
export const mailLimits = {
  /** Bytes of one mail; a larger one is left out. Alerts have 30 to 200 kB. */
  mailBytes: 1_000_000,
  /** Bytes of all mails; older ones beyond it are left out. */
  allBytes: fetchLimits.bodyBytes,
  /** Files of a folder that are examined. */
  files: 10_000,
} as const;

/** The relevant mails of a mailbox or folder, newest first, before any of them is read. */
export type MailList<Mark> = {
  /** Changes whenever the mails do. */
  hash: string;
  mails: { mark: Mark; bytes: number }[];
};

/** The newest mails within the limits. */
export function withinLimits<Mark>({ mails }: MailList<Mark>): Mark[] {
  let bytes = 0;
  return mails.flatMap((mail) => {
    if (mail.bytes > mailLimits.mailBytes || bytes + mail.bytes > mailLimits.allBytes) return [];
    bytes += mail.bytes;
    return [mail.mark];
  });
}
