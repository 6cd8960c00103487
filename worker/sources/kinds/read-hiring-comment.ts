import { decodeHTML } from 'entities';
import { postingBounds } from '../../normalise/bound-posting.js';
import { listOf, placeText } from '../parse/coerce.js';
import { emptyPosting, type Posting } from '../posting.js';

const roleNoun =
  'engineers?|engineering|developers?|programmers?|designers?|managers?|scientists?|analysts?|architects?|leads?|directors?|founders?|head of|marketers?|researchers?|recruiters?|writers?|specialists?|advocates?|consultants?|administrators?|devops|sres?|swes?|sdets?|qa|full[- ]?stack|front[- ]?end|back[- ]?end|interns?|internships?|cto|vp';
const role = new RegExp(`(?<![\\p{L}-])(?:${roleNoun})(?![\\p{L}-])`, 'iu');
const workplaceWords = /\b(?:remote|on[- ]?site|hybrid|in[- ](?:office|person)|wfh)\b/i;
const workplaceWordsAnywhere = new RegExp(workplaceWords.source, 'gi');
const contract = /\b(?:full[- ]?time|part[- ]?time|contract(?:or)?|freelance|permanent)\b/i;
const pay = /[$€£]\s?\d|\b\d[\d.,]{0,15}\s?k\b/i;
const address = /https?:|(?<![\w-])[\w-]+\.(?:com|io|ai|org|dev|net|co)\b/i;
/** Parts that state something other than a place. */
const besides =
  /\b(?:visas?|sponsor\w*|relocat\w+|equity|benefits|h-?1-?b'?s?|bonus|(?:multiple|several|various) (?:roles|positions|openings)|series [a-e]\b|yc ?[swfx]\d\d)\b/i;
const legalForm = /\b(?:inc|llc|ltd|gmbh|corp|labs?|ag|bv|sas|plc)\b\.?|\.(?:com|io|ai|co)\b/i;
/** Time zones, which are not places. */
const zone = /\(?\b(?:UTC|GMT)\s*[+-]?\s*\d*[^)|,;]*\)?/gi;

/** The number of lines of a comment that are searched for a role, and the characters read of each. */
const linesAtMost = 200;
const lineAtMost = 1000;

/**
 * Converts a first-level comment of "Who is hiring?" to a posting. By convention its first line is "Company | Role | Place |
 * …", with the parts after the company in any order. `null` when the comment names no company or no role.
 */
export function readHiringComment({ id, html, at }: { id: string; html: string; at: string | null }): Posting | null {
  const [first = '', ...rest] = html
    .slice(0, postingBounds.description)
    .split(/<p>|\n/i, linesAtMost)
    .map((line) => line.slice(0, lineAtMost));
  const parts = partsOf(plain(first));
  const [head, ...others] = parts;
  if (head === undefined || others.length === 0) return null;
  const { company, roles, facts } = sortOut(head, others, rest);
  const [title] = roles;
  if (title === undefined) return null;
  const wheres = facts.filter((part) => ![contract, pay, role, besides].some((sign) => sign.test(part)));
  const sum = facts.find((part) => pay.test(part));
  return {
    ...emptyPosting(withoutWorkplace(title), `https://news.ycombinator.com/item?id=${id}`),
    sourceJobId: id,
    company: { name: company, url: addressIn(first), logoUrl: null },
    places: placeText(
      ...wheres.map(withoutZone).filter((part) => withoutWorkplace(part) !== '' && !/[@[\]]/.test(part)),
    ),
    remoteRegions: wheres.flatMap(zonesAlone),
    workplace: [...facts.filter((part) => workplaceWords.test(part)), ...listOf(workplaceWords.exec(title)?.[0])],
    jobType: facts.filter((part) => contract.test(part)).flatMap(kindsOfContract),
    salary: sum === undefined ? null : { text: sum, min: null, max: null, currency: null, per: null },
    postedAt: at,
    descriptionHtml: html,
    tags: roles.slice(1),
  };
}

/** The company, the roles (those of the first line, otherwise one from the lines below) and all other parts. */
function sortOut(
  head: string,
  others: readonly string[],
  below: readonly string[],
): { company: string | null; roles: string[]; facts: string[] } {
  const named = others.filter((part) => role.test(part) && ![address, pay, besides].some((sign) => sign.test(part)));
  const facts = others.filter((part) => !named.includes(part) && (!address.test(part) || pay.test(part)));
  // "Baker | Palo Alto | Bread Inc": the role comes first, and the legal form distinguishes the company from a place.
  if (named.length === 0 && role.test(head) && !legalForm.test(head)) {
    const company = others.find((part) => legalForm.test(part)) ?? null;
    return { company: nameOf(company), roles: [head], facts: facts.filter((part) => part !== company) };
  }
  return { company: nameOf(head), roles: named.length > 0 ? named : listOf(roleBelow(below)), facts };
}

/** Matches text that is a sentence rather than a title. */
const sentence = /\b(?:we|you|your|our|us|i|are|is|will|join|at|to|an?)\b|^(?!engineering)\w+ing\b/i;

const soughtRole = new RegExp(
  `\\b(?:hiring|looking for|seeking|need)\\b(?: an?| our| the| some| experienced| talented| great){0,5}((?: [\\w+#./-]{1,40}){1,4}? (?:${roleNoun})(?![\\p{L}-]))`,
  'iu',
);

/** Used when the first line names no role: the first line below that is a role, or the first role said to be sought. */
function roleBelow(lines: readonly string[]): string | null {
  for (const line of lines) {
    const text = plain(line).replace(/^[\s*•·>=–—-]+|^\d+[.)]\s*/gu, '');
    const [label = ''] = text.split(/(?:(?<!\s)\s+)?(?:[:;.!?(|=]|(?<=\s)[–—-]+(?:\s|$)|https?)/u);
    if (/\s/.test(label) && label.length <= 70 && role.test(label) && !sentence.test(label)) return label.trim();
    const sought = soughtRole.exec(text)?.[1];
    if (sought !== undefined)
      return sought.trim().replace(/^(?:(?:for|talented|experienced|great|amazing|several|some)\s+)+/i, '');
  }
  return null;
}

/** Parts separated by bars; without bars by dashes, of which an offer has at least two. */
function partsOf(line: string): string[] {
  const tidy = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => /[\p{L}\d]/u.test(part));
  if (line.includes('|')) return tidy(line.split('|'));
  const dashed = tidy(line.split(/(?<!\s)\s+(?:--?|[–—→])\s+/u));
  return dashed.length > 2 ? dashed : [];
}

const plain = (html: string): string =>
  decodeHTML(html.replace(/<[^<>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** The company's own address: the first link of the first line. */
function addressIn(html: string): string | null {
  const link = /<a\s[^<>]*?href="([^"<>]+)"/i.exec(html)?.[1];
  const bare = /https?:\/\/[^\s|)<]+/i.exec(plain(html))?.[0];
  return link === undefined ? (bare ?? null) : decodeHTML(link);
}

/** A name without the address or remark next to it. */
function nameOf(text: string | null): string | null {
  const name =
    text
      ?.replace(/(?:(?<!\s)\s+)?\([^()]*\)/g, (remark) =>
        /\(\s*https?:|\.(?:com|io|ai|org|dev|net|co)/.test(remark) ? '' : remark,
      )
      .replace(/(?:(?<!\s)\s+)?https?:\S+/g, '')
      .replace(/(?<![\s→–—:,-])[\s→–—:,-]+$/u, '') ?? '';
  return name === '' ? null : name.slice(0, 120);
}

/** The time zone of a part that names no place: "Remote (UTC+3)". */
function zonesAlone(part: string): string[] {
  const zones = (part.match(zone) ?? []).map((each) => each.replace(/[()]/g, '').trim());
  return withoutWorkplace(withoutZone(part)) === '' ? zones : [];
}

const withoutZone = (part: string): string => part.replace(zone, ' ').replace(/\s+/g, ' ').trim();

/** A contract or workplace at either end of a role: "ONSITE Welder", "Welder - remote only". */
const beforeOrBehind =
  /^(?:(?:on[- ]?site|remote|hybrid|full[- ]?time|part[- ]?time)[\s,:-]+)+(?=\p{L})|(?<![\s,(–-])[\s,(–-]+(?:on[- ]?site|remote|hybrid)(?: only| ok)?\)?$/giu;

const kindsOfContract = (part: string): string[] =>
  part.split(/(?<!\s)\s+or\s+|(?:(?<!\s)\s+)?[,/]\s*/i).filter((each) => contract.test(each));

/** Removes words for the workplace from a part; empty when the part contains nothing else. */
function withoutWorkplace(part: string): string {
  const rest = part
    .replace(
      /\b(?:fully|100%|partly|partially|ok|okay|only|possible|or|and|friendly|first|preferred|allowed|\d days?)\b/gi,
      ' ',
    )
    .replace(workplaceWordsAnywhere, ' ');
  return /\p{L}/u.test(rest) ? part.replace(beforeOrBehind, '').trim().slice(0, 200) : '';
}
