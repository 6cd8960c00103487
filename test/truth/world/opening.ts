import type { PayPeriod } from '../../../shared/words/words.js';
import type { Language } from './texts.js';
import type { Town } from './towns.js';

export type Workplace = 'on site' | 'remote' | 'hybrid';
export type JobType = 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship';
export type Level = 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive';
/** What is said of an opening that was there when its boards were first read, by its date alone. */
export type Label = 'new' | 'fresh' | 'old' | 'reposted' | 'always open';
export type Pay = { min: number; max: number | null; currency: string; per: PayPeriod };

/** What one board states about an opening; `null` = not stated. `postedAt` is in milliseconds. */
export type Facts = {
  workplace: Workplace | null;
  jobType: JobType | null;
  level: Level | null;
  pay: Pay | null;
  postedAt: number | null;
};

/** One posting of an opening on one board. */
export type Posting = { id: string; board: string; facts: Facts };

/**
 * How an opening is posted: `copied` on several boards that agree, `contradicted` by one of them in one fact,
 * `lookalike` of another opening that it contradicts in two facts, `repeated` on one board within seconds.
 */
export type Nature = 'single' | 'copied' | 'contradicted' | 'lookalike' | 'repeated';

/** One opening of the world: a search must find it once, or not at all. */
export type Opening = {
  number: number;
  nature: Nature;
  title: string;
  company: string;
  /** Where the work is done; empty for remote work. */
  places: readonly Town[];
  /** Where remote workers must live, by country code or area; empty = not stated. */
  remoteRegions: readonly string[];
  /** What its text is written in. */
  language: Language;
  description: string;
  tags: readonly string[];
  /** When it closes, in milliseconds; `null` = not stated. */
  validUntil: number | null;
  postings: readonly Posting[];
  /** What a board could state of it that has a field for everything. */
  facts: Facts;
  /** Whether the title states the level. */
  levelInTitle: boolean;
};
