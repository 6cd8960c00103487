import { tableNames } from '../../../../shared/places/table-names.js';
import { namesPeople } from './hiring-role.js';

/** The parts of a comment's head, by convention "Company | Role | Place | …", and the lines below it. */
export type HiringHeader = { parts: string[]; below: readonly string[] };

/** Longer lines without bars are running text. */
const headAtMost = 140;
/** A head is joined with the line below it when it is no longer than this. */
const shortHead = 70;

/** Comments that are no offers: people who look for work, quotations, replies. */
const noOffer =
  /^\W*(?:seeking (?:work|freelancer)|i(?:'|’)?m an? |i am an? |hi,? i(?:'|’)?m |location:|willing to relocate|résumé|resume)|^\s*>/i;

/** Words of running text. */
const sentence = /\b(?:we|you|your|our|us|i|is|are|was|has|have|will|looking|hiring|seeking|if|that|this)\b/i;

/** "Acme (Berlin) is hiring engineers": the company, its remark and the rest. */
const sentenceHead =
  /^(?<company>[\p{Lu}\d][^,.;:!?|(]{1,50}?)(?:,? ?\((?<remark>[^()]{1,80})\)|,(?<place>[^,;:!?|()]{2,40}))?,?\s(?:is|are)(?: currently| now| actively| also)? (?:hiring|looking|seeking|searching|recruiting|growing|expanding)\b/u;

/** Splits the lines of a comment into its head and the rest; `null` = it is no offer. */
export function readHeader(lines: readonly string[]): HiringHeader | null {
  const [first = '', second = '', ...rest] = lines;
  if (first === '' || noOffer.test(first)) return null;
  const below = [second, ...rest];
  const parts = splitHead(first);
  if (parts.length > 1) return { parts, below };
  const labelled = readLabels(lines);
  if (labelled !== null) return { parts: labelled, below };
  if (first.length <= shortHead && !sentence.test(first)) {
    const next = second.length <= 2 * headAtMost ? splitHead(second) : [];
    if (next.length > 1) return { parts: [...parts, ...next], below: rest };
    const isShort = second.length <= shortHead && second !== '' && !sentence.test(second) && !/https?:/.test(second);
    return { parts: isShort ? [...parts, ...second.split(/,(?!\s?[A-Z]{2}\b)/).slice(0, 1)] : parts, below };
  }
  const { company, remark, place } = sentenceHead.exec(first)?.groups ?? {};
  if (company === undefined || /^(?:we|i|you|our|the company|currently|this|there|at|my|here)\b/i.test(company))
    return { parts: [], below: lines };
  return { parts: [company, ...[remark, place].filter((part) => part !== undefined)], below: lines };
}

const tidy = (parts: readonly string[]): string[] =>
  parts.map((part) => part.trim()).filter((part) => /[\p{L}\d]/u.test(part));

/** Parts between bars; in short lines without any between dashes; "Company, Town: role". */
function splitHead(line: string): string[] {
  if (line.includes('|')) return tidy(line.split('|'));
  if (line.length > 2 * headAtMost) return [];
  const slashed = line.length <= headAtMost && !line.includes('://') ? tidy(line.split('/')) : [];
  if (slashed.length > 3 && slashed.some((part) => /^(?:on-?site|remote|full[- ]?time)$/i.test(part))) return slashed;
  const listed = line.length <= headAtMost && !sentence.test(line) ? tidy(line.split(/, (?![A-Z]{2}\b)/)) : [];
  if (
    listed.length > 2 &&
    listed.some((part) => /^(?:on-?site|remote|full[- ]?time)$/i.test(part)) &&
    !/ [-–—|] /.test(line)
  )
    return listed;
  const [, workplace, after = ''] = /^(remote|onsite|on-site) ?: (.+)$/is.exec(line) ?? [];
  if (workplace !== undefined) return [...splitHead(after), workplace];
  const dashed = tidy(line.split(/(?<!\s)\s+(?:--?|[–—→•·])\s+|(?<=\p{Ll})(?:--?|[–—])\s+(?=\p{Lu})/u));
  if (dashed.length > 2 || (dashed.length === 2 && line.length <= headAtMost && !sentence.test(line))) return dashed;
  if (line.length > headAtMost || sentence.test(line)) return tidy([line]).slice(0, line.length <= shortHead ? 1 : 0);
  return splitPlace(line);
}

/** "QA Engineer at Acme, Boston": the role, the company and its place. */
const roleAt = /^(?<role>[^,:;|()]{3,60}?) at (?<company>\p{Lu}[\p{L}\d.&'’ -]{1,40})(?:, ?(?<place>.{2,60}))?$/u;

/** "Acme, Boston, MA: role", "Acme (Boston)"; the line alone when it names no place so. */
function splitPlace(line: string): string[] {
  const { role: title = '', company = '', place: town = '' } = roleAt.exec(line)?.groups ?? {};
  if (title !== '' && namesPeople(title)) return tidy([company, town, title]);
  const [before = '', role = ''] = line.split(/:\s(.*)/s);
  const comma = /^([^,]{2,50}),\s(.{2,80})$/u.exec(role === '' ? line : before);
  if (comma !== null && !isPlace(comma[1] ?? '') && isPlace(comma[2] ?? ''))
    return tidy([comma[1] ?? '', comma[2] ?? '', role]);
  const remark = /^([^()]{2,60}?)\s?\(([^()]{2,60})\)(.*)$/u.exec(line);
  if (remark !== null && isPlace(remark[2] ?? '')) return tidy([remark[1] ?? '', remark[2] ?? '', remark[3] ?? '']);
  return tidy([line]);
}

/** "Company: Praetorian", "Location: Austin", a line each. */
function readLabels(lines: readonly string[]): string[] | null {
  const values = new Map<string, string>();
  for (const line of lines.slice(0, 8)) {
    const [, label = '', value = ''] =
      /^(company|employer|location|place|positions?|roles?|title|job title|type)\s?:\s?(.{2,100})$/i.exec(line) ?? [];
    if (value !== '' && !values.has(label.toLowerCase())) values.set(label.toLowerCase(), value);
  }
  const company = values.get('company') ?? values.get('employer');
  return company === undefined ? null : [company, ...[...values.values()].filter((value) => value !== company)];
}

/** A word or two of capitals, and a state's code: "Palo Alto, CA", "Austin TX". */
const withState =
  /^(?:greater |downtown )?\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+){0,2}(?:, ?(?:[A-Z]{2}|Ca|Tx|D\.C\.|USA|UK)\b| (?:AZ|CA|CO|CT|DC|FL|GA|IL|MA|MD|MI|MN|NC|NJ|NY|OH|OR|PA|TX|UT|VA|WA|WI|Tx|Ca)$)/u;

/** Whether a part names a place, by the tables of places alone, so that it is no company. */
export function isPlace(part: string): boolean {
  const plain = part
    .replace(/\b(?:remote|on-?site|onsite|only|hq|area|full[- ]?time|relocation)\b|[[\]()]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = ''] = plain.split(/[,/&;]|\s-\s|\s(?:or|and)\s/);
  if (withState.test(plain) && !/\b(?:inc|llc|ltd|labs?)\b/i.test(first)) return true;
  const name = first.trim();
  return name.length > 1 && /^\p{Lu}/u.test(name) && tableNames().meaning(name) !== null;
}
