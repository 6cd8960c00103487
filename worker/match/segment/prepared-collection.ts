import type { Task } from '../../process/cooperative.js';
import type { DedupeCollection, DedupeEntry, DuplicateGroup } from '../dedupe/dedupe-entry.js';
import type { CollectionIndex } from '../index/collection-index.js';
import type { CompanyFacts } from './company-facts.js';
import type { FactColumns } from './fact-columns.js';
import type { LocationSet } from './location-set.js';
import type { SkillLists } from './skill-lists.js';

/** A posting prepared for matching: a view of its segment, from which its record is unpacked on demand. */
export type Entry = DedupeEntry & {
  /** Its number in its collection. */
  readonly at: number;
  readonly index: CollectionIndex;
  /** How many more times its source lists an equal posting (worker/match/dedupe/exact-repeats.ts). */
  readonly repeats: number;
};

/** A source's collection prepared for matching: an opened segment (worker/match/segment/open-segment.ts). */
export type PreparedCollection = DedupeCollection<Entry> & {
  source: string;
  index: CollectionIndex;
  facts: FactColumns;
  companyFacts: CompanyFacts;
  skills: SkillLists;
  /** The id of an entry. */
  idAt(at: number): string;
  /** Each distinct location set once, in the order of their numbers; read from the segment at each call. */
  locationSets(): readonly LocationSet[];
  locationSetCount: number;
  /** The memory of its segment, in bytes. */
  bytes: number;
  /** The part of its segment that is in a file alone, in bytes. */
  diskBytes: number;
  /** Reads that part; throws `SegmentLost` when it is damaged. */
  checkingFile(): Task<void>;
};

/** One opening: the record shown, and every posting of it. */
export type Group = DuplicateGroup<Entry>;
