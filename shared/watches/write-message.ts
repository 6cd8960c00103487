/** Writes a delivery for people, in the current language: as chat lines, a notification, or a mail. */
import { escapeUTF8 } from 'entities';
import type { ExportedJob } from '../export/export-chunk.js';
import { say } from '../messages/messages.js';
import { serviceWords } from '../messages/service-words.js';
import { pageAddress, searchName } from '../search/query/query.js';
import { cutText, plainLetters } from '../words/text.js';
import { stopAddress } from './mail-consent.js';
import type { StoredWatch } from './watch.js';

/** A body made by the service; `link`: by which an address gives its consent. */
type Body = { type: string; data: { link?: string; jobs: ExportedJob[] } };

/** The longest line of an opening, in characters. */
const lineLength = 200;

/** An opening for people; `about`: its employer, place, workplace and pay, if known. */
export type DescribedOpening = { title: string; about: string[]; url: string };

/** A delivery for people: a subject, sentences, and openings. `isConsent`: it asks an address to confirm mails. */
export type DescribedDelivery = { subject: string; lines: string[]; openings: DescribedOpening[]; isConsent: boolean };

/** The body of a delivery as plain text for people. */
export function describeOpenings(body: string): DescribedDelivery {
  const { type, data } = JSON.parse(body) as Body;
  const none = { openings: [], isConsent: false };
  if (type === 'watch.test') return { ...none, subject: say('mail.test'), lines: [say('mail.testText')] };
  if (data.link !== undefined)
    return { ...none, subject: say('consent.title'), lines: askingFor(data.link), isConsent: true };
  const openings = data.jobs.map(({ title, company, location, workplace, salary, url }) => ({
    title: plain(title),
    about: [company.name, location.text, workplace, salary?.text].flatMap((part) => (part ? [plain(part)] : [])),
    url,
  }));
  const [first] = openings;
  const subject = openings.length === 1 && first !== undefined ? first.title : say('saved.new', { n: openings.length });
  return { subject: cutText(subject, 120), lines: [], openings, isConsent: false };
}

/** The paragraphs of a plain text: its sentences, and each opening with its address on a separate line. */
export const linesOf = ({ lines, openings }: Pick<DescribedDelivery, 'lines' | 'openings'>): string[] => [
  ...lines,
  ...openings.map(({ title, about, url }) => `${cutText([title, ...about].join(' · '), lineLength)}\n${url}`),
];

/** The only mail to an unconfirmed address. Contains nothing of the search, whose words anybody may have written. */
const askingFor = (link: string): string[] => [say('mail.asks'), link, say('mail.ignore')];

/** One line of third-party text, at most twice an opening's length. Keeps only joiners and tags as formats. */
const plain = (text: string): string =>
  cutText(text, 2 * lineLength).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
    /\u200c|\u200d|[\u{e0020}-\u{e007f}]/u.test(mark) ? mark : ' ',
  );

/** A mail to send. `headers`: those that let mail programs unsubscribe with one click (RFC 8058). */
export type Mail = { subject: string; text: string; html: string; headers: Record<string, string> };

/** Openings named in a mail that can link to the others. */
const mostNamed = 10;

/** Writes the body of a delivery as a mail: the number of new jobs, the first of them, and the links of the watch. */
export function writeMail(body: string, watch: Pick<StoredWatch, 'id' | 'search' | 'mail'>): Mail {
  const described = describeOpenings(body);
  const stop = described.isConsent ? null : stopAddress(watch);
  const all = watch.mail === undefined ? null : watch.mail.site + pageAddress({ ...watch.search, sortBy: 'recent' });
  const named = all === null ? described.openings : described.openings.slice(0, mostNamed);
  const left = described.openings.length - named.length;
  const foot = [
    ...(left > 0 ? [say('mail.more', { n: left })] : []),
    ...(stop === null || all === null ? [] : [`${say('mail.all')}: ${all}`, `${say('mail.end')}: ${stop}`]),
  ];
  return {
    subject: subjectOf(described, watch.search),
    text: `${[...described.lines, ...named.map((opening) => textOf(opening, watch)), ...foot].join('\n\n')}\n`,
    html: htmlOf({ ...described, openings: named }, { left, all, stop, search: watch.search }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stop !== null && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

/** "3 new jobs: nurse, Berlin", or the title of a single one. */
function subjectOf({ subject, openings }: DescribedDelivery, search: StoredWatch['search']): string {
  const [first] = openings;
  if (first === undefined) return subject;
  const about = openings.length === 1 ? first.title : searchName(search);
  const count = say('saved.new', { n: openings.length });
  return cutText(about === '' ? count : `${count}: ${about}`, 120);
}

/** An opening in plain text, and why it was sent. */
function textOf(opening: DescribedOpening, { search }: Pick<StoredWatch, 'search'>): string {
  const why = whyFound(opening.title, search);
  return [
    ...linesOf({ lines: [], openings: [opening] }),
    ...(why.length > 0 ? [say('mail.why', { why: why.join(', ') })] : []),
  ].join('\n');
}

type Foot = { left: number; all: string | null; stop: string | null; search: StoredWatch['search'] };

function htmlOf({ lines, openings }: DescribedDelivery, { left, all, stop, search }: Foot): string {
  const link = (url: string, text: string): string =>
    /^https?:\/\//i.test(url) ? `<a href="${escapeUTF8(url)}">${escapeUTF8(text)}</a>` : escapeUTF8(text);
  const paragraph = (markup: string): string => `<p>${markup}</p>`;
  const items = openings.map(({ title, about, url }) => {
    const why = whyFound(title, search);
    const reason = why.length === 0 ? '' : `<br><small>${escapeUTF8(say('mail.why', { why: why.join(', ') }))}</small>`;
    return `<li><strong>${link(url, title)}</strong><br>${escapeUTF8(about.join(' · '))}${reason}</li>`;
  });
  return [
    ...lines.map((line) => paragraph(link(line, line))),
    ...(items.length > 0 ? [`<ol>${items.join('')}</ol>`] : []),
    ...(left > 0 ? [paragraph(say('mail.more', { n: left }))] : []),
    ...(all === null || stop === null
      ? []
      : [paragraph(`${link(all, say('mail.all'))} · ${link(stop, say('mail.end'))}`)]),
  ].join('\n');
}

/** Filters of a search, as people describe matching jobs. */
const filters: readonly (readonly [name: keyof StoredWatch['search'], says: (value: string) => string])[] = [
  ['location', (place) => say('why.in', { place })],
  ['remoteFilter', serviceWords],
  ['jobType', serviceWords],
  ['experienceLevel', serviceWords],
  ['salary', (amount) => say('mail.pays', { amount })],
  ['language', (word) => say('mail.language', { word })],
  ['skills', serviceWords],
  ['label', serviceWords],
];

/** Maximum words of a keyword that are named. */
const mostWords = 6;

/**
 * Why a search found an opening: the words of its keyword in the title, or else in the posting, exactly or similarly,
 * and the filters, all of which a found opening meets.
 */
export function whyFound(title: string, search: StoredWatch['search']): string[] {
  const folded = plainLetters(title).toLowerCase();
  const words = plainWords(search.keyword);
  const inTitle = words.filter((word) => folded.includes(plainLetters(word).toLowerCase()));
  const quoted = (some: readonly string[]): string => some.map((word) => `"${word}"`).join(' ');
  const keyword =
    inTitle.length > 0
      ? [say('why.title', { words: quoted(inTitle) })]
      : words.length > 0
        ? [say('why.found', { words: quoted(words) })]
        : [];
  const met = filters.flatMap(([name, says]) => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [says(value)];
  });
  return [...keyword, ...met];
}

/** The words of a keyword without operators and excluded words. */
const plainWords = (keyword: string): string[] =>
  keyword
    .replace(/\b(?:not\s+|-)\S+/gi, ' ')
    .replace(/\b\w+:/g, ' ')
    .split(/[\s"()|,]+/)
    .filter((word) => word.length > 1 && !/^(?:or|and|not|-.*)$/i.test(word))
    .slice(0, mostWords);
