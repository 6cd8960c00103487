import { escapeUTF8 } from 'entities';
import { pageAddress, searchName } from '../../shared/search/query/search-address.js';
import { stopAddress } from '../../shared/watches/alerts.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { cutText } from '../../shared/words/cut-text.js';
import { type DescribedDelivery, type DescribedOpening, describeOpenings, linesOf } from './describe-openings.js';
import { whyFound } from './why-found.js';

/** A mail as it is sent. `headers`: those by which mail programs end it with one click (RFC 8058). */
export type Mail = { subject: string; text: string; html: string; headers: Record<string, string> };

/** Openings that a mail names where it can lead to the others. */
const mostNamed = 10;

/** Writes the body of a delivery as a mail: how many new jobs, the first of them, and the links of the watch. */
export function writeMail(body: string, watch: Pick<StoredWatch, 'id' | 'search' | 'mail'>): Mail {
  const described = describeOpenings(body);
  const stop = described.isConsent ? null : stopAddress(watch);
  const all = watch.mail === undefined ? null : watch.mail.site + pageAddress({ ...watch.search, sortBy: 'recent' });
  const named = all === null ? described.openings : described.openings.slice(0, mostNamed);
  const left = described.openings.length - named.length;
  const foot = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(stop === null || all === null ? [] : [`All jobs of this search: ${all}`, `End these mails: ${stop}`]),
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
  const count = `${openings.length} new ${openings.length === 1 ? 'job' : 'jobs'}`;
  return cutText(about === '' ? count : `${count}: ${about}`, 120);
}

/** An opening in plain text, and why it came. */
function textOf(opening: DescribedOpening, { search }: Pick<StoredWatch, 'search'>): string {
  const why = whyFound(opening.title, search);
  return [...linesOf({ lines: [], openings: [opening] }), ...(why.length > 0 ? [`Why: ${why.join(', ')}`] : [])].join(
    '\n',
  );
}

type Foot = { left: number; all: string | null; stop: string | null; search: StoredWatch['search'] };

function htmlOf({ lines, openings }: DescribedDelivery, { left, all, stop, search }: Foot): string {
  const link = (url: string, text: string): string =>
    /^https?:\/\//i.test(url) ? `<a href="${escapeUTF8(url)}">${escapeUTF8(text)}</a>` : escapeUTF8(text);
  const paragraph = (markup: string): string => `<p>${markup}</p>`;
  const items = openings.map(({ title, about, url }) => {
    const why = whyFound(title, search);
    const reason = why.length === 0 ? '' : `<br><small>Why: ${escapeUTF8(why.join(', '))}</small>`;
    return `<li><strong>${link(url, title)}</strong><br>${escapeUTF8(about.join(' · '))}${reason}</li>`;
  });
  return [
    ...lines.map((line) => paragraph(link(line, line))),
    ...(items.length > 0 ? [`<ol>${items.join('')}</ol>`] : []),
    ...(left > 0 ? [paragraph(`and ${left} more`)] : []),
    ...(all === null || stop === null
      ? []
      : [paragraph(`${link(all, 'All jobs of this search')} · ${link(stop, 'End these mails')}`)]),
  ].join('\n');
}
