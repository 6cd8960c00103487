import type { HeldJob, Place } from '../../../shared/search/job.js';
import { tableOf } from '../../../shared/table-of.js';
import { plainLetters } from '../../../shared/words/text.js';
import { workplaces } from '../../../shared/words/words.js';
import { withoutGenderMarks } from '../../normalise/text/gender-marks.js';
import { tokensOf } from '../words/tokens.js';
import { canonicalAddress } from './canonical-url.js';
import type { TextSketch } from './near-duplicate.js';

/** What tells an opening from others, in terms two boards agree on. */
export type JobFingerprint = {
  /** Keys that twins share, one number each (`printKeys`). */
  keys: readonly number[];
  address: string;
  company: string;
  /** The words of the title in one order, without place, workplace, company and kind of contract. */
  title: string;
  /** The words of the title's first part alone. */
  head: string;
  /** Hours of work and the term of the contract, by the title, else as known. */
  hours: 'full time' | 'part time' | null;
  term: 'contract' | 'temporary' | null;
  /** A title that names hours or a term is another title than one that does not. */
  namesHours: boolean;
  namesTerm: boolean;
  /** A workplace the title names. */
  workplace: string | null;
  /** Towns, else whatever is known of the place; `[]` = nothing. */
  places: readonly string[];
  requisition: string | null;
  text: TextSketch | null;
};

/** Legal forms and fillers that two boards write differently. */
const legalForms = new Set(
  'inc incorporated llc llp lp ltd limited gmbh mbh ag kg kgaa ohg ug se sa sas sarl srl spa sl bv nv ab as oy plc pty pvt corp corporation co company group holding holdings the and international'.split(
    ' ',
  ),
);

/** The print of a job; `text` is the sketch of its description. */
export function fingerprintOf(job: HeldJob, text: TextSketch | null): JobFingerprint {
  const company = companyPrint(job.company.name ?? '');
  const places = [...new Set(job.places.map(placePrint).filter((place) => place !== ''))].sort();
  const requisition = job.requisitionId === null ? null : requisitionPrint(job.requisitionId);
  const address = canonicalAddress(job.url);
  const apply = job.applyUrl === null ? address : canonicalAddress(job.applyUrl);
  const { title, head, kinds, workplace } = titlePrint(job);
  const hours = kinds.find(isHours) ?? null;
  const term = kinds.find(isTerm) ?? null;
  return {
    keys: keysOf({ address, apply, company, title, head, places, requisition }),
    address,
    company,
    title,
    head,
    hours: hours ?? (isHours(job.jobType) ? job.jobType : null),
    term: term ?? (isTerm(job.jobType) ? job.jobType : null),
    namesHours: hours !== null,
    namesTerm: term !== null,
    workplace,
    places,
    requisition,
    text,
  };
}

const isHours = (kind: string | null): kind is 'full time' | 'part time' =>
  kind === 'full time' || kind === 'part time';
const isTerm = (kind: string | null): kind is 'contract' | 'temporary' => kind === 'contract' || kind === 'temporary';

/** What entries of one bucket share. */
export const keyKinds = ['address', 'applying', 'requisition', 'opening', 'head'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The kind of a key. */
export const kindOf = (key: number): KeyKind => keyKinds[key % 8] ?? 'head';

/** 50 bits of hash and three that tell the kind: two different keys never meet in practice. */
function keyOf(kind: KeyKind, text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  const top = (Math.imul(high ^ (high >>> 16), 0x7feb352d) >>> 0) % 2 ** 18;
  return (top * 2 ** 32 + (low >>> 0)) * 8 + keyKinds.indexOf(kind);
}

type Known = Pick<JobFingerprint, 'address' | 'company' | 'title' | 'head' | 'places' | 'requisition'> & {
  apply: string;
};

function keysOf({ address, apply, company, title, head, places, requisition }: Known): number[] {
  const keys = [keyOf('address', address), keyOf('applying', address)];
  if (apply !== address) keys.push(keyOf('applying', apply));
  if (company === '') return keys;
  if (requisition !== null) keys.push(keyOf('requisition', `${company}|${requisition}`));
  for (const place of places) keys.push(keyOf('opening', `${company}|${title}|${place}`));
  keys.push(keyOf('head', `${company}|${head}`));
  return keys;
}

function companyPrint(name: string): string {
  const words =
    plainLetters(name)
      .replace(/['’.]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !legalForms.has(word));
  return (telling.length > 0 ? telling : words).join('');
}

function placePrint({ city, region, country, text, level }: Place): string {
  if (city !== null) return plainLetters(`${city} ${country ?? ''}`);
  if (region !== null) return plainLetters(`${region} ${country ?? ''}`);
  return country ?? (level === 'unknown' ? plainLetters(text) : '');
}

/** Boards agree on the digits of a requisition, not on what stands around them ("R-10452", "REQ10452"). */
function requisitionPrint(id: string): string {
  const plain = plainLetters(id).replace(/[^\p{L}\p{N}]+/gu, '');
  const [, words = '', digits] = /^(\D*)(\d{3,})$/.exec(plain) ?? [];
  return digits !== undefined && isLabel(words) ? digits : plain;
}

/** Words that stand before the digits of a requisition, each of a sign that the others do not begin with, or a longer word. */
const labels = /requisition|req|ref|r|jobid|jr|job|id|no|nr|vacancy|position/y;

/** Whether a text is nothing but `labels`, one behind the other; no two of them can be read as another two. */
function isLabel(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    labels.lastIndex = at;
    const word = labels.exec(text)?.[0];
    if (word === undefined) return false;
    at += word.length;
  }
  return true;
}

const workplaceWords =
  /\b(?:(?:100 ?% |fully |partly )?remote|hybrid|on[- ]?site|in[- ]office|home[- ]?office|work from home|wfh|telework)\b/g;

type TitleKind = 'full time' | 'part time' | 'contract' | 'temporary';

/** Kinds of contract in a title; a part of it that is nothing else, or hours of work wherever they stand. */
const kindWords: readonly (readonly [kind: TitleKind, anywhere: RegExp | null, part: RegExp])[] = [
  ['full time', /\b(?:full[- ]?time|vollzeit|temps plein|voltijd)\b/g, /^(?:permanent|ft|cdi)$/],
  ['part time', /\b(?:part[- ]?time|teilzeit|temps partiel|deeltijd)\b/g, /^pt$/],
  ['contract', /\bfreelance\b/g, /^(?:contract(?:or)?|fixed[- ]term|ftc|cdd|(?:\d+ )?months? contract)$/],
  ['temporary', null, /^(?:temporary|temp|seasonal|maternity cover)$/],
];

const rank: Readonly<Record<string, string>> = tableOf({
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  sr: 'senior',
  jr: 'junior',
  snr: 'senior',
});
const fillers = new Set(['of', 'the', 'and', 'for', 'in', 'a', 'an', 'at', 'to', 'und', 'et', 'y', 'en', 'de']);

/** The words of a title without what boards add to it. */
function titlePrint(job: HeldJob): Pick<JobFingerprint, 'title' | 'head' | 'workplace'> & { kinds: TitleKind[] } {
  const kinds = new Set<TitleKind>();
  const written = plainLetters(withoutGenderMarks(job.title));
  const workplace = written.match(workplaceWords)?.[0] ?? null;
  let plain = written.replace(workplaceWords, ' ');
  for (const [kind, anywhere] of kindWords)
    if (anywhere !== null)
      plain = plain.replace(anywhere, () => {
        kinds.add(kind);
        return ' | ';
      });
  const own = ownWords(job);
  const parts = plain.split(/[()[\]|,;:–—•]+|\s[-/]\s|\sat\s(?=\S)/).map((part) => part.trim());
  const telling = parts.filter((part) => {
    const kind = kindWords.find(([, , only]) => only.test(part))?.[0];
    if (kind !== undefined) kinds.add(kind);
    const words = part.match(/[\p{L}\p{N}]+/gu) ?? [];
    return kind === undefined && !words.every((word) => own.has(word));
  });
  const said = telling.length > 0 ? telling : parts.filter((part) => part !== '');
  return {
    title: titleWords(said.join(' ')),
    head: titleWords(said[0] ?? ''),
    kinds: [...kinds],
    workplace: workplace && (workplaces.read(workplace) ?? workplace),
  };
}

/** The words that tell, each once, in one order. */
function titleWords(text: string): string {
  const words = tokensOf(text).map((word) => rank[word] ?? word);
  return [...new Set(words.filter((word) => !fillers.has(word)))].sort().join(' ');
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Words of a job's own company and places: a part of the title that says nothing else is no part of it. */
export function ownWords(job: OpeningFacts): ReadonlySet<string> {
  const texts = [job.company.name, job.location.text];
  for (const { text, city, region, country } of [...job.places, ...job.remoteRegions])
    texts.push(text, city, region, country, country === null ? null : (countryNames.of(country) ?? null));
  return new Set(plainLetters(texts.filter((text) => text !== null).join(' ')).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** What of a job its own words are taken from. */
type OpeningFacts = Pick<HeldJob, 'company' | 'location' | 'places' | 'remoteRegions'>;
