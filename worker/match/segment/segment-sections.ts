/** The sections of a segment other than its index, facts and keys: companies, skills, records and title groups. */

import type { LRUCache } from 'lru-cache';
import type { HeldJob, StoredCompany } from '../../../shared/search/job.js';
import type { CompanySize } from '../../../shared/words/company-sizes.js';
import type { JobFingerprint, MatchedJob } from '../dedupe/job-fingerprint.js';
import type { TextSketch } from '../dedupe/text-sketch.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';
import type { TitleVector } from '../occupations/title-similarity.js';

/** The head of a segment. */
export type SegmentMeta = {
  source: string;
  /** The number of entries. */
  size: number;
  /** The numbers of words that name a career step. */
  steps: number[];
  /** The facts about its companies, each distinct one once. */
  companyFacts: CompanyFact[];
  /** The names of the skills of its entries. */
  skills: string[];
  /** The number of distinct location sets. */
  locationSets: number;
};

/** Facts about a company from its board. */
type CompanyFact = { industry: string | null; size: CompanySize | null };

/** The facts about a collection's companies: each distinct one once, and its number by entry; 0 = none. */
export type CompanyFacts = { known: readonly CompanyFact[]; of: Uint8Array };

/** Maximum distinct company facts of a collection; a board has one. */
const most = 255;

/** The section of the companies' facts, and the distinct ones. */
export function packCompanyFacts(companies: readonly StoredCompany[]): {
  known: CompanyFact[];
  sections: Record<'companyFact', SectionArray>;
} {
  const known: CompanyFact[] = [];
  const numbers = new Map<string, number>();
  const of = Uint8Array.from(companies, ({ industry = null, size = null }) => {
    if (industry === null && size === null) return 0;
    const key = JSON.stringify([industry, size]);
    const number = numbers.get(key) ?? (known.length === most ? 0 : known.push({ industry, size }));
    numbers.set(key, number);
    return number;
  });
  return { known, sections: { companyFact: of } };
}

/** Opens the facts of the companies of a segment. */
export const openCompanyFacts = (sections: OpenSections<{ companyFacts: CompanyFact[] }>): CompanyFacts => ({
  known: sections.meta.companyFacts,
  of: sections.u8('companyFact'),
});

/** The skills of a collection: each name once, and the numbers of those of entry `e` in `of` from `from[e]` to `from[e + 1]`. */
export type SkillLists = { known: readonly string[]; from: Uint16Array | Uint32Array; of: Uint16Array };

/** The sections of the skills, and their names. The table has fewer than 65,536. */
export function packSkills(jobs: readonly Pick<HeldJob, 'skills'>[]): {
  known: string[];
  sections: Record<'skillFrom' | 'skillOf', SectionArray>;
} {
  const numbers = new Map<string, number>();
  const of: number[] = [];
  const from = new Uint32Array(jobs.length + 1);
  for (const [at, { skills = [] }] of jobs.entries()) {
    for (const skill of skills) {
      const number = numbers.get(skill) ?? numbers.size;
      numbers.set(skill, number);
      of.push(number);
    }
    from[at + 1] = of.length;
  }
  return {
    known: [...numbers.keys()],
    sections: { skillFrom: narrowest(from, of.length), skillOf: Uint16Array.from(of) },
  };
}

/** Opens the skills of a segment. */
export const openSkills = (sections: OpenSections<{ skills: string[] }>): SkillLists => ({
  known: sections.meta.skills,
  from: sections.narrow('skillFrom'),
  of: sections.u16('skillOf'),
});

/** The part of an entry unpacked on demand: its record, and the texts of its fingerprint. */
export type PackedRecord = { job: MatchedJob; print: JobFingerprint };

/** An unpacked record and, once read, its fingerprint and the sketch of its text, which only merging uses. */
export type UnpackedRecord = { job: MatchedJob; print?: JobFingerprint; sketch?: { of: TextSketch | null } };

/** Unpacked records of all collections of a process, by a number that is unique among them. */
export type RecordCache = Pick<LRUCache<number, UnpackedRecord>, 'get' | 'set'>;

/** Between an entry's record and its fingerprint: a byte that JSON never contains. */
const separator = 10;

/**
 * The sections of records, each as JSON. Uncompressed: they are on disk, and a record of a kilobyte is parsed in 6 µs
 * but inflated in 30.
 */
export function packRecords(records: readonly PackedRecord[]): Record<'hot' | 'cold', Record<string, SectionArray>> {
  const texts = records.map(({ job, print }) => `${JSON.stringify(job)}\n${JSON.stringify(print)}`);
  const starts = new Uint32Array(records.length + 1);
  for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] ?? 0) + Buffer.byteLength(text);
  return { hot: { recordStarts: starts }, cold: { recordBytes: new Uint8Array(Buffer.from(texts.join(''))) } };
}

/** Unpacks the parts of the records of a segment, by entry. */
type RecordReader = { job(at: number): MatchedJob; print(at: number): JobFingerprint };

/** Opens the records of a segment. */
export function openRecords(sections: OpenSections<unknown>): RecordReader {
  const bytesOf = sections.cold('recordBytes', 'u8');
  const starts = sections.u32('recordStarts');
  const read = (at: number): { bytes: Buffer; end: number } => {
    const { buffer, byteOffset, length } = bytesOf(starts[at] ?? 0, starts[at + 1] ?? 0);
    if (length === 0) throw new RangeError(`There is no record ${at} of ${starts.length - 1}.`);
    const bytes = Buffer.from(buffer, byteOffset, length);
    return { bytes, end: bytes.indexOf(separator) };
  };
  return {
    job(at) {
      const { bytes, end } = read(at);
      return JSON.parse(bytes.toString('utf8', 0, end)) as MatchedJob;
    },
    print(at) {
      const { bytes, end } = read(at);
      return JSON.parse(bytes.toString('utf8', end + 1)) as JobFingerprint;
    },
  };
}

/** The occupation groups of the titles of a collection, and the lengths of their word vectors (`title-similarity.ts`). */
export type TitleRoles = {
  /** The length of a title's word vector; 0 = it has no words. */
  lengthOf(entry: number): number;
  /** How near a title's groups are to a keyword's (`TitleModel.nearTo`), 0..1. */
  nearness(entry: number, near: Float32Array): number;
  /** Calls `each` for every title at least this near. */
  eachNear(near: Float32Array, least: number, each: (entry: number, nearness: number) => void): void;
  /** The groups of a title, the likeliest first. */
  groupsOf(entry: number): number[];
};

/** Groups stored per title, and the steps of stored weights and lengths: one byte each. */
const rolesOfTitle = 4;
const weightSteps = 255;
const lengthSteps = 40;

/** The sections of the titles' groups: four numbers, four weights and a length per entry. */
export function packRoles(titles: readonly TitleVector[]): Record<string, SectionArray> {
  const groups = new Uint16Array(rolesOfTitle * titles.length);
  const weights = new Uint8Array(groups.length);
  for (const [entry, { groups: vector }] of titles.entries())
    for (let at = 0; at < rolesOfTitle; at++) {
      groups[rolesOfTitle * entry + at] = vector.groups[at] ?? 0;
      weights[rolesOfTitle * entry + at] = Math.round(weightSteps * (vector.weights[at] ?? 0));
    }
  const lengths = Uint8Array.from(titles, ({ length }) => Math.ceil(lengthSteps * length));
  return { roleGroups: groups, roleWeights: weights, titleLengths: lengths };
}

/** Opens the groups of the titles of a segment. */
export function openRoles(sections: OpenSections<unknown>): TitleRoles {
  const [groups, weights, lengths] = [
    sections.u16('roleGroups'),
    sections.u8('roleWeights'),
    sections.u8('titleLengths'),
  ];
  const nearness = (entry: number, near: Float32Array): number => {
    let sum = 0;
    const from = rolesOfTitle * entry;
    for (let at = from; at < from + rolesOfTitle; at++) sum += (weights[at] ?? 0) * (near[groups[at] ?? 0] ?? 0);
    return Math.min(1, sum / weightSteps);
  };
  return {
    lengthOf: (entry) => (lengths[entry] ?? 0) / lengthSteps,
    nearness,
    eachNear(near, least, each) {
      for (let entry = 0; entry < lengths.length; entry++) {
        const found = nearness(entry, near);
        if (found >= least) each(entry, found);
      }
    },
    groupsOf(entry) {
      const from = rolesOfTitle * entry;
      return [...groups.subarray(from, from + rolesOfTitle)].filter((_, at) => (weights[from + at] ?? 0) > 0);
    },
  };
}
