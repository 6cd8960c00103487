import { type HeldJob, levelsOf, type Place, typesOf } from '../../../shared/search/job.js';
import { companyKey } from '../../../shared/words/company-names.js';
import { currencyNumber } from '../../../shared/words/currencies.js';
import { languageNumber } from '../../../shared/words/languages.js';
import type { Sighting } from '../../../shared/words/seen.js';
import { type ValueList, wordsIn } from '../../../shared/words/vocabulary.js';
import { jobTypes, levels, workplaces } from '../../../shared/words/words.js';
import { hashText, type MatchedJob } from '../dedupe/job-fingerprint.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';

/** The number of a company, the same for all spellings of its name; 0 = none. An integer of 50 bits. */
export function companyNumber(name: string | null): number {
  const key = companyKey(name ?? '');
  return key === '' ? 0 : hashText(key);
}

type Told = Pick<Sighting, 'isOpened' | 'reposted'>;

const opened = 128;

/** The inputs of a label other than dates, in a byte. */
export const sightingByte = ({ isOpened, reposted }: Told): number =>
  Math.min(reposted, opened - 1) | (isOpened ? opened : 0);

export const readSightingByte = (byte: number): Told => ({
  isOpened: (byte & opened) !== 0,
  reposted: byte & (opened - 1),
});

const bitIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  if (words.length > 8) throw new Error(`A column has eight bits an item: ${words.length} words do not fit.`);
  const bits = new Map(words.map((word, at) => [word, 1 << at]));
  return (word) => (word === null ? 0 : (bits.get(word) ?? 0));
};

/** The bit of a word in its column. */
export const wordBit = {
  workplace: bitIn(workplaces.words),
  jobType: bitIn(jobTypes.words),
  level: bitIn(levels.words),
} as const;

/** The bits of all types and levels of a job. */
export const typeBits = (job: Pick<HeldJob, 'jobType' | 'jobTypes'>): number =>
  typesOf(job).reduce((mask, word) => mask | wordBit.jobType(word), 0);
export const levelBits = (job: Pick<HeldJob, 'experienceLevel' | 'experienceLevels'>): number =>
  levelsOf(job).reduce((mask, word) => mask | wordBit.level(word), 0);

/** The bits of the words of a list; the function gives the bit of a single word. */
export const maskOf = <Word extends string>(list: ValueList<Word>, bitOf: (word: Word) => number): number =>
  wordsIn(list).reduce((mask, word) => mask | bitOf(word), 0);

/** The facts of an entry for filters, sorting and merging, one array per fact, indexed by entry. */
export type FactColumns = {
  /** The bytes of all ids in sequence; those of entry `e` begin at `idStarts[e]`. */
  idBytes: Uint8Array;
  idStarts: Uint16Array | Uint32Array;
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: Float64Array;
  /** Epoch milliseconds of `validUntil`; infinity = none. */
  closesAt: Float64Array;
  /** The ends of its yearly pay (`payRange`); -1 = not stated. */
  payFrom: Float64Array;
  yearlyPay: Float64Array;
  /** The number of the currency of that pay (`currencyNumber`); 0 when unknown. */
  payCurrency: Uint8Array;
  /** One bit per word (`wordBit`). */
  workplace: Uint8Array;
  jobType: Uint8Array;
  level: Uint8Array;
  /** `companyNumber`. */
  company: Float64Array;
  /** `languageNumber`. */
  language: Uint8Array;
  /** When it was first seen, in epoch seconds; and the other inputs of its label (`sightingByte`). */
  firstSeen: Uint16Array | Uint32Array;
  sightings: Uint8Array;
  /** 1 = it has a description. */
  hasText: Uint8Array;
  /** How many equal postings the source also lists. */
  repeats: Uint16Array | Uint32Array;
  /** The number of the entry's location set. */
  locationSet: Uint16Array | Uint32Array;
};

/** Yearly pay; a missing end equals the other one. `currency`: its number (`currencyNumber`). */
export type PayRange = { from: number; to: number; currency: number };

/** The yearly pay of a job; from -1 to -1, in no currency, if not stated. */
export function payRange({ salary }: Pick<MatchedJob, 'salary'>): PayRange {
  const { min = null, max = null } = salary?.yearly ?? {};
  const [from, to] = [min ?? max, max ?? min];
  if (from === null || to === null) return { from: -1, to: -1, currency: 0 };
  return { from, to, currency: currencyNumber(salary?.currency ?? null) };
}

/** When a job closes, in epoch milliseconds; infinity = not stated. */
export const closesAt = ({ validUntil }: Pick<MatchedJob, 'validUntil'>): number =>
  validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(validUntil);

type Draft = { job: HeldJob; repeats: number; locationSet: number };

/** The sections of the fact columns. */
export function packFacts(drafts: readonly Draft[]): Record<string, SectionArray> {
  const real = (of: (job: HeldJob) => number): Float64Array => Float64Array.from(drafts, ({ job }) => of(job));
  const small = (of: (job: HeldJob) => number): Uint8Array => Uint8Array.from(drafts, ({ job }) => of(job));
  const numbers = (of: (draft: Draft) => number): Uint16Array | Uint32Array => {
    const list = Uint32Array.from(drafts, of);
    return narrowest(
      list,
      list.reduce((most, each) => Math.max(most, each), 0),
    );
  };
  return {
    ...packIds(drafts.map(({ job }) => job.id)),
    postedAt: real(({ postedAt }) => (postedAt === null ? Number.NaN : Date.parse(postedAt))),
    closesAt: real(closesAt),
    payFrom: real((job) => payRange(job).from),
    yearlyPay: real((job) => payRange(job).to),
    payCurrency: small((job) => payRange(job).currency),
    workplace: small(({ workplace }) => wordBit.workplace(workplace)),
    jobType: small(typeBits),
    level: small(levelBits),
    company: real(({ company }) => companyNumber(company.name)),
    language: small(({ stated }) => languageNumber(stated?.language ?? null)),
    firstSeen: numbers(({ job }) => Date.parse(job.firstSeenAt) / 1000),
    sightings: small(({ seen }) =>
      sightingByte({ isOpened: seen?.opened === true, reposted: seen?.reposts?.times ?? 0 }),
    ),
    hasText: small(({ description }) => (description === '' ? 0 : 1)),
    repeats: numbers(({ repeats }) => repeats),
    locationSet: numbers(({ locationSet }) => locationSet),
  };
}

function packIds(ids: readonly string[]): Record<'idBytes' | 'idStarts', SectionArray> {
  const starts = new Uint32Array(ids.length + 1);
  for (const [at, id] of ids.entries()) starts[at + 1] = (starts[at] ?? 0) + Buffer.byteLength(id);
  return { idBytes: new Uint8Array(Buffer.from(ids.join(''))), idStarts: narrowest(starts, starts[ids.length] ?? 0) };
}

/** Opens the fact columns of a segment. */
export function openFacts(sections: OpenSections<unknown>): FactColumns {
  return {
    idBytes: sections.u8('idBytes'),
    idStarts: sections.narrow('idStarts'),
    postedAt: sections.f64('postedAt'),
    closesAt: sections.f64('closesAt'),
    payFrom: sections.f64('payFrom'),
    yearlyPay: sections.f64('yearlyPay'),
    payCurrency: sections.u8('payCurrency'),
    workplace: sections.u8('workplace'),
    jobType: sections.u8('jobType'),
    level: sections.u8('level'),
    company: sections.f64('company'),
    language: sections.u8('language'),
    firstSeen: sections.narrow('firstSeen'),
    sightings: sections.u8('sightings'),
    hasText: sections.u8('hasText'),
    repeats: sections.narrow('repeats'),
    locationSet: sections.narrow('locationSet'),
  };
}

/** Everything a place filter uses of a job; many jobs share one. */
export type LocationSet = Pick<HeldJob, 'location' | 'workplace'> & { places: Place[]; remoteRegions: Place[] };

/** Identifies a location set: place filters treat jobs with the same key alike. */
export function locationKey({ location, workplace, places, remoteRegions }: LocationSet): string {
  let key = `${workplace === 'remote'} ${location.text}`;
  for (const { text, area, city, region, country, lat, lon } of places)
    key += `|${text}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
  for (const { text, area, city, region, country } of remoteRegions)
    key += `#${text}/${area}/${city}/${region}/${country}`;
  return key;
}

/** The location set of a job. */
export function locationSetOf({ location, workplace, places, remoteRegions }: LocationSet): LocationSet {
  return { location, workplace, places, remoteRegions };
}
