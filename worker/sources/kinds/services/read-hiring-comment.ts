import { decodeHTML } from 'entities';
import { cutText } from '../../../../shared/words/cut-text.js';
import { postingBounds } from '../../../normalise/bound-posting.js';
import { listOf, placeText } from '../../parse/coerce.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { type HiringHeader, isPlace, readHeader } from './hiring-header.js';
import { listedRole, namesDiscipline, namesPeople, soughtRole } from './hiring-role.js';

const roleNoun =
  'engineers?|engineering|developers?|programmers?|designers?|managers?|scientists?|analysts?|architects?|leads?|directors?|founders?|head of|marketers?|researchers?|recruiters?|writers?|specialists?|advocates?|consultants?|administrators?|devops|sres?|swes?|sdets?|qa|full[- ]?stack|front[- ]?end|back[- ]?end|interns?|internships?|cto|vp|evangelists?|strategists?|technicians?|coordinators?|accountants?|testers?|apprentices?|craftspeople|craftsm[ae]n|postdocs?|physicists?|economists?|copywriters?|producers?|animators?|editors?';
const role = new RegExp(`(?<![\\p{L}-])(?:${roleNoun})(?![\\p{L}-])`, 'iu');
const workplaceWords = /\b(?:remote|on[- ]?site|hybrid|in[- ](?:office|person)|wfh)\b/i;
const workplaceWordsAnywhere = new RegExp(workplaceWords.source, 'gi');
const contract = /\b(?:full[- ]?time|part[- ]?time|contract(?:or)?|freelance|permanent)\b/i;
const contractWords = /\b(?:full[- ]?time|part[- ]?time|contract(?:or)?|freelance|permanent|interns?|internships?)\b/gi;
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
 * …", with the parts after the company in any order; others have a title line, labels, or a sentence. `null` when the
 * comment is no offer or names no role.
 */
export function readHiringComment({ id, html, at }: { id: string; html: string; at: string | null }): Posting | null {
  const written = html
    .slice(0, postingBounds.description)
    .split(/<p>|\n/i, linesAtMost)
    .map((line) => line.slice(0, lineAtMost));
  const lines = written.map(plain).filter((line) => /[\p{L}\d]/u.test(line));
  const header = readHeader(lines);
  if (header === null) return null;
  const { company, roles, facts } = sortOut(header);
  const [title] = roles;
  if (title === undefined) return null;
  const wheres = facts.filter((part) => ![contract, pay, role, besides].some((sign) => sign.test(part)));
  const sum = facts.find((part) => pay.test(part));
  return {
    ...emptyPosting(cleanTitle(title), `https://news.ycombinator.com/item?id=${id}`),
    sourceJobId: id,
    company: { name: company, url: addressIn(written.find((line) => plain(line) !== '') ?? ''), logoUrl: null },
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

/** Parts that say how many roles there are, but not which. */
const uncounted =
  /^(?:(?:multiple|several|various|many|all|some|open|engineering|technical|different|numerous)[\s,/&]+)*(?:roles|positions|openings|jobs|opportunities|(?:engineering|product)(?! (?:managers?|directors?|leads?|designers?|analysts?|marketers?|engineers?|developers?|owners?))|hiring)\b|\broles? available\b/i;

/** The company, the roles (those of the head, otherwise those of the lines below) and all other parts. */
function sortOut({ parts, below }: HiringHeader): { company: string | null; roles: string[]; facts: string[] } {
  const [head = '', ...others] = parts.map((part, at) => (at === 0 ? part : withoutRoleAddress(part)));
  const isRole = (part: string): boolean =>
    role.test(part) &&
    part.length <= 140 &&
    !isContractAlone(part) &&
    ![address, pay, besides, sentence].some((sign) => sign.test(part));
  const named = others.filter(isRole);
  const sure = named.filter((part) => namesPeople(part) && !uncounted.test(part));
  const facts = others.filter((part) => !named.includes(part) && (!address.test(part) || pay.test(part)));
  // "Baker | Palo Alto | Bread Inc": the role comes first, and the legal form distinguishes the company from a place.
  const isTitle =
    head !== '' && isRole(head) && (namesPeople(head) || /engineering$/i.test(head)) && !legalForm.test(head);
  if (sure.length === 0 && isTitle) {
    const company = others.find((part) => legalForm.test(part)) ?? others.find(mayBeCompany) ?? null;
    return { company: nameOf(company), roles: [head], facts: facts.filter((part) => part !== company) };
  }
  const isMisplaced = head !== '' && (isPlace(head) || contract.test(head) || withoutWorkplace(head) === '');
  const company = isMisplaced
    ? (others.find(mayBeCompany) ?? companyBelow(below))
    : head === ''
      ? companyBelow(below)
      : head;
  const rest = facts.filter((part) => part !== company);
  const roles = sure.length > 0 ? [...sure, ...named.filter((part) => !sure.includes(part))] : rolesBelow(below);
  const fallback = named.length > 0 ? named : parts.filter((part) => openRoles.test(part)).slice(0, 1);
  return {
    company: nameOf(company),
    roles: roles.length > 0 ? roles : fallback,
    facts: isMisplaced ? [head, ...rest] : rest,
  };
}

/** "Embedded Engineer https://…": a role without the address of its page. */
function withoutRoleAddress(part: string): string {
  const rest = part.replace(/(?:(?<!\s)\s+)?https?:\S+/g, '').trim();
  return rest.length < part.length && namesPeople(rest) && !sentence.test(rest) ? rest : part;
}

/** "Full-time & interns" names contracts, and no role. */
const isContractAlone = (part: string): boolean => contract.test(part) && !role.test(part.replace(contractWords, ' '));

/** A part that says which kind of roles there are, where no other one does. */
const openRoles = /^(?:(?:multiple|several|various|many|all|open)\s)+(?:\p{L}+\s)?(?:roles|positions|openings|jobs)$/iu;

/** Whether a part of a head may name a company: it states nothing else. */
const mayBeCompany = (part: string): boolean =>
  part.length <= 60 &&
  !isPlace(part) &&
  withoutWorkplace(part) !== '' &&
  ![contract, pay, besides, role, sentence, /https?:|@/].some((sign) => sign.test(part));

/** A company that the lines below name: "At Acme, we …", "Acme is a …", or a line that is a name and its address. */
function companyBelow(lines: readonly string[]): string | null {
  for (const line of lines.slice(0, 5)) {
    const name =
      /^(?:At |About )([\p{Lu}\d][\w.&'’-]*(?: [\p{Lu}\d][\w.&'’-]*){0,3})(?:,| we\b)/u.exec(line)?.[1] ??
      /^([\p{Lu}\d][\w.&'’-]*(?: [\p{Lu}\d][\w.&'’-]*){0,3}),? (?:\([^()]{1,60}\) ?)?(?:is|are|was|builds|provides|develops|creates|helps|makes)\b/u.exec(
        line,
      )?.[1] ??
      /^([\p{Lu}\d][\w.&'’ -]{1,40}?) ?(?:\((?:https?:|www\.)[^()]{1,80}\)|[–-] [\p{Lu}][\p{L} ]+, [A-Z]{2})/u.exec(
        line,
      )?.[1];
    if (
      name !== undefined &&
      !/^(?:we|our|this|these|it|there|you|i|the|what|who|here|if|most|all|they|my)$/i.test(name)
    )
      return name;
  }
  return null;
}

/** Matches text that is a sentence rather than a title. */
const sentence = /\b(?:we|you|your|our|us|i|are|is|will|join|please|apply)\b|\p{L}{3}\.\s/iu;

/** Announces the roles of the lines that follow. */
const announces =
  /\b(?:hiring|looking|seeking|open(?:ings?)?|positions?|roles?|need|opportunities|jobs|searching|recruiting)\b/i;

/** The most roles taken from a list. */
const rolesAtMost = 10;

/** Used when the head names no role: the roles that lines below begin with, or else the first that is said to be sought. */
function rolesBelow(lines: readonly string[]): string[] {
  const listed = [...new Set(lines.map(listedRole).filter((found) => found !== null))].slice(0, rolesAtMost);
  if (listed.length > 1) return listed;
  const sentences = lines.flatMap((line) => line.replace(/hacker ?news/gi, 'HN').split(/(?<=[.!?])\s+/));
  const sought = sentences.map((each) => soughtRole(each)).find((found) => found !== null);
  // A single line may be a signature: what a sentence says is surer, unless it names no discipline.
  const said = sought?.includes(' ') ? sought : (listed[0] ?? sought);
  if (said !== undefined) return [said];
  const from = sentences.findIndex((each) => announces.test(each));
  const later = from < 0 ? [] : sentences.slice(from + 1).map((each) => soughtRole(each, true));
  const implied = later.find((found) => found !== null) ?? null;
  if (implied !== null) return [implied];
  // "Our software engineers deploy daily": the people that a team has are those it seeks, when nothing else is said.
  const mentioned = sentences.map((each) => soughtRole(each, true));
  return listOf(mentioned.find((found) => found !== null && namesDiscipline(found)));
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
      .replace(/ @ .*$/s, '')
      .replace(/(?<![\s→–—:,-])[\s→–—:,-]+$/u, '') ?? '';
  return name === '' ? null : cutText(name, 120);
}

/** The time zone of a part that names no place: "Remote (UTC+3)". */
function zonesAlone(part: string): string[] {
  const zones = (part.match(zone) ?? []).map((each) => each.replace(/[()]/g, '').trim());
  return withoutWorkplace(withoutZone(part)) === '' ? zones : [];
}

const withoutZone = (part: string): string => part.replace(zone, ' ').replace(/\s+/g, ' ').trim();

/** A role without the workplace, the contract, the length and the place that a part of a head names beside it. */
function cleanTitle(title: string): string {
  const bare = title
    .replace(workplaceFirst, '')
    .replace(lengthFirst, '')
    .replace(/^[^,]{0,12}\bfull-?time, /i, '')
    .replace(/^.{0,80}\b(?:looking for|seeking|hiring):? (?:(?:an?|several|some|more) )?/i, '')
    .replace(/ (?:accepted|welcome|considered|wanted|needed)$/i, '')
    .replace(/^(?:a )?(?:wide )?(?:variety|range|number) of /i, '')
    .replace(/\.$/, '');
  const dash = bare.lastIndexOf(' - ');
  return withoutWorkplace(dash > 0 && isPlace(bare.slice(dash + 3)) ? bare.slice(0, dash) : bare);
}

/** A contract or workplace at either end of a role: "ONSITE Welder", "Welder - remote only". */
const lengthFirst = /^\d+(?: ?[/-] ?\d+)? (?:months?|weeks?) /i;
const workplaceFirst = /^(?:remote|on-?site)(?: or (?:remote|on-?site))? \([^()]{1,40}\) /i;
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
  return /\p{L}/u.test(rest) ? cutText(part.replace(beforeOrBehind, '').trim(), 200) : '';
}
