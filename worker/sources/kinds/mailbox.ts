import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type AlertMail, type ReadAlert, readAlert } from '../alerts/read-alert.js';
import { answerOf } from '../parse/members.js';
import type { Posting } from '../posting.js';
import { commonSettings, defineKind, type MailPlace, SourceError } from '../source.js';

const settings = commonSettings
  .extend({
    kind: z.literal('mailbox'),
    host: z
      .string()
      .regex(/^[\w.:-]{1,200}$/, 'The name or address of a host.')
      .optional()
      .describe('Mail server, such as imap.example.org; private ones must be in ALLOW_PRIVATE_HOSTS.'),
    port: z.int().min(1).max(65_535).optional().describe('Port; by default 993 with "tls", else 143.'),
    security: z
      .enum(['tls', 'starttls', 'none'])
      .default('tls')
      .describe('Encryption: "tls", "starttls", or "none", only for private hosts.'),
    user: z.string().min(1).max(200).optional().meta({ secret: true, description: 'Login name.' }),
    password: z.string().min(1).max(500).optional().meta({
      secret: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
      description: 'Password, preferably an “app password”; write it as "${IMAP_PASSWORD}".',
    }),
    folder: z.string().min(1).max(200).optional().describe('Folder with only your alerts.'),
    files: z
      .string()
      .max(500)
      .refine(isAbsolute, 'The full path of a folder.')
      .optional()
      .describe('Instead of a server: absolute path of a folder of .eml files on the worker.'),
    days: z.int().min(1).max(365).default(30).describe('Age of the oldest mails read, in days.'),
    mails: z.int().min(1).max(1000).default(200).describe('Maximum mails, the newest first.'),
  })
  .refine(
    ({ host, user, password, folder, files }) =>
      files === undefined
        ? [host, user, password, folder].every((stated) => stated !== undefined)
        : [host, user, password, folder].every((stated) => stated === undefined),
    'Either host, user, password and folder are needed, or only files.',
  );
type Settings = z.infer<typeof settings>;

/** The job alerts in a mailbox, which is read without changing it. No link of a mail is opened. */
export const mailbox = defineKind<Settings>({
  kind: 'mailbox',
  summary:
    'Your own job alerts from LinkedIn, Indeed, Glassdoor, StepStone and XING, and mails with JobPosting, by IMAP or from .eml files.',
  evidence: {
    requests: ['IMAP {host}:{port}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.rfc-editor.org/rfc/rfc3501',
      'https://www.rfc-editor.org/rfc/rfc9051',
      'https://schema.org/JobPosting',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'The mails are your own: the mailbox is not changed, no page of these sites is requested, and only the postings are stored. Links of StepStone and XING may identify you to them.',
  cost: { perRequest: 'all', details: false },
  settings,
  absence: 'unknown',
  requests: (chosen) => [{ url: addressOf(chosen), role: 'listing', accept: 'json', mails: placeOf(chosen) }],
  parse(response) {
    const answer = answerOf(response);
    const mails = answer.list('mails').map((each): AlertMail => {
      const mail = answer.item(each);
      const [from, sentAt, html, text] = ['from', 'sentAt', 'html', 'text'].map((name) => mail.text(name));
      return { from: from ?? null, sentAt: sentAt ?? null, html: html ?? null, text: text ?? null };
    });
    const read = mails.flatMap((mail) => readOrNone(mail));
    const unread = answer.count('leftOut') + mails.length - read.length;
    const silent = read.filter(({ site, postings }) => site !== null && postings.length === 0).length;
    return {
      postings: firstOfEach(read.flatMap(({ postings }) => postings)),
      follow: [],
      flaws: [
        ...read.flatMap(({ flaws }) => flaws),
        ...(unread === 0 ? [] : [`${unread} mails were left out: too large, too many, or not readable.`]),
      ],
      doubts: silent === 0 ? [] : [`${silent} mails of a known site state no posting in a known shape.`],
    };
  },
});

/** The content of a mail; none if its markup exceeds a limit, so that one mail cannot hide the others. */
function readOrNone(mail: AlertMail): ReadAlert[] {
  try {
    return [readAlert(mail)];
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}

/** The location of the mails, for messages and for the host's pace. */
const addressOf = ({ id, host, port, security }: Settings): string =>
  host === undefined
    ? `files://${id}/`
    : `imap${security === 'tls' ? 's' : ''}://${host}:${portOf({ port, security })}/`;

const portOf = ({ port, security }: Pick<Settings, 'port' | 'security'>): number =>
  port ?? (security === 'tls' ? 993 : 143);

function placeOf(chosen: Settings): MailPlace {
  const { host = '', user = '', password = '', folder = '', files, security, days, mails: most } = chosen;
  return files === undefined
    ? { from: 'server', days, most, host, port: portOf(chosen), security, user, password, folder }
    : { from: 'folder', days, most, files };
}

/** Postings of several mails, newest first, once each: with the date of the first mail that had it. */
function firstOfEach(postings: readonly Posting[]): Posting[] {
  const known = new Map<string, Posting>();
  for (const posting of postings) {
    const key = posting.sourceJobId ?? posting.url;
    const newer = known.get(key);
    known.set(key, newer === undefined ? posting : { ...newer, postedAt: posting.postedAt ?? newer.postedAt });
  }
  return [...known.values()];
}
