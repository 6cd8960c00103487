import { canonicalUrl } from '../../../shared/search/canonical-url.js';
import type { HeldJob, Place } from '../../../shared/search/job.js';
import { tableOf } from '../../../shared/table-of.js';
import { companyKey } from '../../../shared/words/company-names.js';
import { plainLetters, withoutGenderMarks } from '../../../shared/words/text.js';
import { workplaces } from '../../../shared/words/words.js';
import { tokensOf } from '../words/tokens.js';

/** A job in memory without its description, whose words are in the index. */
export type MatchedJob = Omit<HeldJob, 'description'>;

/** 50 bits of hash: collisions do not occur in practice. */
export function hashText(text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  const top = (Math.imul(high ^ (high >>> 16), 0x7feb352d) >>> 0) % 2 ** 18;
  return top * 2 ** 32 + (low >>> 0);
}

/** The facts that identify an opening, in a board-independent form. */
export type JobFingerprint = {
  /** `canonicalUrl`. */
  url: string;
  company: string;
  /** The words of the title, sorted, without place, workplace, company and kind of contract. */
  title: string;
  /** The same for only the first part of the title. */
  head: string;
  /** Working hours and the contract's term: from the title, or else from the job type. */
  hours: 'full time' | 'part time' | null;
  term: 'contract' | 'temporary' | null;
  /** Whether the title itself names hours or a term: it then differs from a title that does not. */
  namesHours: boolean;
  namesTerm: boolean;
  /** The workplace in the title. */
  workplace: string | null;
  /** Towns, or else the most exact known place; `[]` = none. */
  places: readonly string[];
  requisition: string | null;
};

/** The fingerprint of a job and its blocking keys: duplicates share at least one (`keysOf`). */
export function fingerprintOf(job: HeldJob): JobFingerprint & { keys: number[] } {
  const company = companyKey(job.company.name ?? '');
  const places = [...new Set(job.places.map(placeKey).filter((place) => place !== ''))].sort();
  const requisition = job.requisitionId === null ? null : requisitionKey(job.requisitionId);
  const url = canonicalUrl(job.url);
  const applyUrl = job.applyUrl === null ? url : canonicalUrl(job.applyUrl);
  const { title, head, kinds, workplace } = titleFacts(job);
  const hours = kinds.find(isHours) ?? null;
  const term = kinds.find(isTerm) ?? null;
  return {
    keys: keysOf({ url, applyUrl, company, title, head, places, requisition }),
    url,
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
  };
}

const isHours = (kind: string | null): kind is 'full time' | 'part time' =>
  kind === 'full time' || kind === 'part time';
const isTerm = (kind: string | null): kind is 'contract' | 'temporary' => kind === 'contract' || kind === 'temporary';

/** The properties that all entries of a bucket share. */
const keyKinds = ['url', 'apply url', 'requisition', 'opening', 'head'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The kind of a key. */
export const kindOf = (key: number): KeyKind => keyKinds[key % 8] ?? 'head';

/** 50 bits of hash and three bits for the kind. */
const keyOf = (kind: KeyKind, text: string): number => hashText(text) * 8 + keyKinds.indexOf(kind);

/** The key of postings shown, or applied for, at an address, by its `canonicalUrl`. */
export const addressKey = (canonical: string): number => keyOf('apply url', canonical);

type Known = Pick<JobFingerprint, 'url' | 'company' | 'title' | 'head' | 'places' | 'requisition'> & {
  applyUrl: string;
};

function keysOf({ url, applyUrl, company, title, head, places, requisition }: Known): number[] {
  const keys = [keyOf('url', url), addressKey(url)];
  if (applyUrl !== url) keys.push(addressKey(applyUrl));
  if (company === '') return keys;
  if (requisition !== null) keys.push(keyOf('requisition', `${company}|${requisition}`));
  for (const place of places) keys.push(keyOf('opening', `${company}|${title}|${place}`));
  keys.push(keyOf('head', `${company}|${head}`));
  return keys;
}

function placeKey({ city, region, country, text, level }: Place): string {
  if (city !== null) return plainLetters(`${city} ${country ?? ''}`);
  if (region !== null) return plainLetters(`${region} ${country ?? ''}`);
  return country ?? (level === 'unknown' ? plainLetters(text) : '');
}

/** Boards agree on the digits of a requisition, not on the letters around them ("R-10452", "REQ10452"). */
function requisitionKey(id: string): string {
  const plain = plainLetters(id).replace(/[^\p{L}\p{N}]+/gu, '');
  const [, words = '', digits] = /^(\D*)(\d{3,})$/.exec(plain) ?? [];
  return digits !== undefined && isLabel(words) ? digits : plain;
}

/** Labels before a requisition's digits; if one begins with another, the longer one comes first. */
const labels = /requisition|req|ref|r|jobid|jr|job|id|no|nr|vacancy|position/y;

/** Whether a text is a sequence of `labels`. Linear: it splits into labels in at most one way. */
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

/** Kinds of contract in a title: `anywhere` matches within a part, `part` a complete part. */
const kindWords: readonly (readonly [kind: TitleKind, anywhere: RegExp | null, part: RegExp])[] = [
  ['full time', /\b(?:full[- ]?time|vollzeit|temps plein|voltijd)\b/g, /^(?:permanent|ft|cdi)$/],
  ['part time', /\b(?:part[- ]?time|teilzeit|temps partiel|deeltijd)\b/g, /^pt$/],
  ['contract', /\bfreelance\b/g, /^(?:contract(?:or)?|fixed[- ]term|ftc|cdd|(?:\d+ )?months? contract)$/],
  ['temporary', null, /^(?:temporary|temp|seasonal|maternity cover)$/],
];

const levelForms: Readonly<Record<string, string>> = tableOf({
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  sr: 'senior',
  jr: 'junior',
  snr: 'senior',
});
const fillers = new Set(['of', 'the', 'and', 'for', 'in', 'a', 'an', 'at', 'to', 'und', 'et', 'y', 'en', 'de']);

/** The words and facts of a title, without a board's additions. */
function titleFacts(job: HeldJob): Pick<JobFingerprint, 'title' | 'head' | 'workplace'> & { kinds: TitleKind[] } {
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
  const namingWords = ownWords(job);
  const parts = plain.split(/[()[\]|,;:–—•]+|\s[-/]\s|\sat\s(?=\S)/).map((part) => part.trim());
  const telling = parts.filter((part) => {
    const kind = kindWords.find(([, , only]) => only.test(part))?.[0];
    if (kind !== undefined) kinds.add(kind);
    const words = part.match(/[\p{L}\p{N}]+/gu) ?? [];
    return kind === undefined && !words.every((word) => namingWords.has(word));
  });
  const said = telling.length > 0 ? telling : parts.filter((part) => part !== '');
  const head = titleWords(said[0] ?? '');
  return {
    title: said.length > 1 ? titleWords(said.join(' ')) : head,
    head,
    kinds: [...kinds],
    workplace: workplace && (workplaces.read(workplace) ?? workplace),
  };
}

/** The words of a text without fillers, each once, sorted. */
function titleWords(text: string): string {
  const words = tokensOf(text).map((word) => levelForms[word] ?? word);
  return [...new Set(words.filter((word) => !fillers.has(word)))].sort().join(' ');
}

const displayNames = new Intl.DisplayNames('en', { type: 'region' });
const countryNames = new Map<string, string | null>();

/** The English name of a country; there are some 250 codes. */
function countryName(code: string): string | null {
  const known = countryNames.get(code);
  if (known !== undefined) return known;
  const name = displayNames.of(code) ?? null;
  countryNames.set(code, name);
  return name;
}

/** The words of a job's own company and places; a title part with only these is ignored. */
export function ownWords(job: OwnWordFields): ReadonlySet<string> {
  const texts = [job.company.name, job.location.text];
  for (const { text, city, region, country } of [...job.places, ...job.remoteRegions])
    texts.push(text, city, region, country, country === null ? null : countryName(country));
  return new Set(plainLetters(texts.filter((text) => text !== null).join(' ')).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The fields of a job that `ownWords` reads. */
type OwnWordFields = Pick<HeldJob, 'company' | 'location' | 'places' | 'remoteRegions'>;
