import type { AnyNode, Element } from 'domhandler';
import { parseMarkup } from '../../structured-data/parse-markup.js';
import { readStructured } from '../parse/site-page.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeText, shortHash } from '../posting.js';
import { type AlertFacts, type AlertLink, type AlertSite, alertSites } from './alert-sites.js';

/** A mail in readable form: `from` is the sender's address. */
export type AlertMail = { from: string | null; sentAt: string | null; html: string | null; text: string | null };

/** The content of a mail. `site`: whose alert it is; `null` = no known site. */
export type ReadAlert = { site: string | null; postings: Posting[]; flaws: string[] };

type Found = { link: AlertLink; facts: AlertFacts };

/** An address that no posting has: that of the mail itself. */
const mailAddress = 'https://mail.invalid/';

/** The longest title, company or place; longer lines of an alert are sentences. */
const longestFact = 150;

/** Reads the postings of an alert: its schema.org JobPostings if it has any, otherwise by its site's form. */
export function readAlert(mail: AlertMail): ReadAlert {
  const { postings, flaws } = readLinked(mail);
  const sender = mail.from?.split('@').at(-1) ?? '';
  const site = alertSites.find((each) => each.sender.test(sender));
  if (postings.length > 0 || site === undefined) return { site: site?.name ?? null, postings, flaws };
  const fromText = mail.text === null ? [] : readText(linesOfText(mail.text), site);
  const found = fromText.length > 0 || mail.html === null ? fromText : readHtml(linesOfHtml(mail.html), site);
  return { site: site.name, postings: found.flatMap((each) => asPosting(each, site, mail) ?? []), flaws };
}

function readLinked({ html, sentAt }: AlertMail): { postings: Posting[]; flaws: string[] } {
  if (html === null || !/JobPosting/.test(html)) return { postings: [], flaws: [] };
  const { postings, flaws } = readStructured({ body: html, url: mailAddress });
  const named = postings.filter(({ url }) => !url.startsWith(mailAddress));
  const nameless = postings.length - named.length;
  return {
    postings: named.map((posting) => ({ ...posting, postedAt: posting.postedAt ?? sentAt })),
    flaws: nameless === 0 ? flaws : [...flaws, `${nameless} postings of a mail have no address.`],
  };
}

/** Lines without facts: buttons, ratings, icons by their names, and badges. */
const noise =
  /^(?:(?:see|view|show|apply|alle|zu den|zum job|jetzt|ansehen|job ansehen|jobangebot ansehen|i['’]m interested|ich bin interessiert|unsubscribe|abmelden|impressum|datenschutz|einstellungen|hilfe|hot job|strong fit|good fit|new|neu|easily apply|easy apply)\b.{0,60}|\d(?:[.,]\d)?\s?★?|[a-z]+_[a-z_]+|[·•|])$/i;

/** A rule between two postings in a text. */
const rule = /^[-–—=_~*]{4,}$/;

function readText(lines: readonly AlertLine[], site: AlertSite): Found[] {
  const { text } = site;
  if (text === undefined) return [];
  const found: Found[] = [];
  let paragraphs: string[][] = [[]];
  let above: { link: AlertLink; title: string } | null = null;
  const close = (): void => {
    const [company, place, ...more] = paragraphs.find(({ length }) => length >= 2) ?? [];
    if (above !== null && company !== undefined && place !== undefined)
      found.push({ link: above.link, facts: { title: above.title, company, place, more } });
    above = null;
  };
  for (const line of lines) {
    if (line.href === null && !rule.test(line.text)) {
      if (line.text === '') paragraphs.push([]);
      else paragraphs.at(-1)?.push(line.text);
      continue;
    }
    const link = linkOf(line, site);
    const title = paragraphs.flat().at(-1);
    if (text === 'around') {
      close();
      if (link !== null && title !== undefined) above = { link, title };
    } else if (link !== null) {
      const facts = text.above(paragraphs);
      if (facts !== null) found.push({ link, facts });
    }
    paragraphs = [[]];
  }
  close();
  return found;
}

/** Lines of one posting that are examined. */
const mostOfCard = 15;

function readHtml(lines: readonly AlertLine[], site: AlertSite): Found[] {
  const cards: { link: AlertLink; lines: string[] }[] = [];
  let card: (typeof cards)[number] | null = null;
  for (const line of lines) {
    const link = linkOf(line, site);
    if (link !== null && link.url !== card?.link.url) {
      card = { link, lines: [] };
      cards.push(card);
    } else if (link === null && line.href !== null && site.linksWithin !== true) card = null;
    if (card !== null && card.lines.length < mostOfCard && !noise.test(line.text)) card.lines.push(line.text);
  }
  return cards.flatMap(({ link, lines: own }) => {
    const facts = site.card(own);
    return facts === null ? [] : [{ link, facts }];
  });
}

function linkOf({ href, isStrong }: AlertLine, site: AlertSite): AlertLink | null {
  if (href === null || !URL.canParse(href)) return null;
  const url = new URL(href);
  return /^https?:$/.test(url.protocol) && url.username === '' ? site.linkOf(url, isStrong) : null;
}

/** An amount with its currency, on a line that states nothing else. */
const pay =
  /^(?=.{3,80}$)(?:[^\d]{0,20}(?:[$€£₹]|\b[A-Z]{3}\b)\s?\d|[^\d]{0,20}\d[\d.,\s–-]{0,30}(?:[$€£₹]|\b[A-Z]{3}\b))/;

/** A posting with a title, company and place; `null` = these lines state none. */
function asPosting({ link, facts }: Found, { name }: AlertSite, { sentAt }: AlertMail): Posting | null {
  const [title, company, place] = [facts.title, facts.company, facts.place].map((text) =>
    text.replace(/^[\s·•|-]{1,5}|[\s·•|-]{1,5}$/g, ''),
  ) as [string, string, string];
  if (noise.test(title) || [title, company, place].some((text) => text === '' || text.length > longestFact))
    return null;
  const salary = facts.more.find((line) => pay.test(line)) ?? null;
  const text = facts.more.filter((line) => line !== salary).join('\n');
  return {
    ...emptyPosting(title, link.url),
    // Links without an id differ between mails.
    sourceJobId: `${name}-${link.id ?? shortHash([title, company, place])}`,
    company: companyNamed(company),
    places: placeText(place),
    salary: payWith({ text: salary }),
    postedAt: sentAt,
    descriptionText: text === '' ? null : text,
  };
}

/** A line of a mail as its reader sees it. `href`: its target; `isStrong`: a part of it is bold. */
export type AlertLine = { text: string; href: string | null; isStrong: boolean };

/** Elements whose text is on separate lines. Adjacent spans state different facts, except within a link. */
const blocks = new Set(
  'address article aside blockquote br center dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li main ol p section span table tbody td th tr ul'.split(
    ' ',
  ),
);
const unseen = new Set('head style script title template'.split(' '));

/** Maximum lines read per mail; alerts have some hundred. */
const mostLines = 5000;

/** The visible lines of an HTML mail, with the link that contains each. */
export function linesOfHtml(html: string): AlertLine[] {
  const lines: AlertLine[] = [];
  let line: AlertLine = { text: '', href: null, isStrong: false };
  const begin = (href: string | null): void => {
    const text = plain(line.text);
    if (text !== '' && lines.length < mostLines) lines.push({ ...line, text });
    line = { text: '', href, isStrong: false };
  };
  const readElement = ({ name, attribs, children }: Element, isStrong: boolean): void => {
    const outside = line.href;
    const leads = name === 'a' && attribs.href !== undefined;
    const isBlock = leads || (blocks.has(name) && !(name === 'span' && outside !== null));
    if (isBlock) begin(leads ? (attribs.href ?? null) : outside);
    for (const child of children) read(child, isStrong || name === 'strong' || name === 'b');
    if (isBlock) begin(outside);
  };
  const read = (node: AnyNode, isStrong: boolean): void => {
    if (node.type === 'text') {
      line.text += node.data;
      line.isStrong ||= isStrong && node.data.trim() !== '';
    } else if ('attribs' in node) {
      if (isSeen(node)) readElement(node, isStrong);
    } else if ('children' in node) for (const child of node.children) read(child, isStrong);
  };
  for (const node of parseMarkup(html).root().toArray()) read(node, false);
  begin(null);
  return lines;
}

const isSeen = ({ name, attribs }: Element): boolean =>
  !unseen.has(name) && !/display\s{0,9}:\s{0,9}none/i.test(attribs.style ?? '');

/** The lines of a mail in plain text, including blank ones: an address on a line is its target, the rest its text. */
export function linesOfText(text: string): AlertLine[] {
  return text.split(/\r?\n/, mostLines).map((raw) => {
    const href = /https?:\/\/[^\s<>"]{1,4000}/.exec(raw)?.[0] ?? null;
    return { text: plain(href === null ? raw : raw.replace(href, '')), href, isStrong: false };
  });
}

/** Text without the invisible characters that fill a mail's preview, and with single spaces. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cf}|\u034f/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
