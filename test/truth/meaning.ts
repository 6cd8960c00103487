import type { JobType, Label, Level, Workplace } from './world/opening.js';
import type { Language } from './world/texts.js';
import type { Town } from './world/towns.js';

/** The meaning of a keyword, as a tree: the generator writes the text from it, the oracle decides by it. */
export type KeywordMeaning =
  | { is: 'term'; words: string; within: 'any' | 'title' | 'company'; quoted: boolean }
  | { is: 'not'; of: KeywordMeaning }
  | { is: 'all' | 'any'; of: KeywordMeaning[] };

/** The meaning of one place in a location. A town includes everything within `km` of it. */
export type PlaceMeaning =
  | { is: 'town'; town: Town; km: number }
  | { is: 'region'; country: string; region: string }
  | { is: 'country'; code: string }
  | { is: 'area'; name: string }
  /** A town that its state or country does not have; `state` is where it is said to be. */
  | { is: 'unknown'; town: string; state: { country: string; region: string | null } };

/** A search as the contract defines it. */
export type Meaning = {
  keyword: KeywordMeaning | null;
  places: readonly PlaceMeaning[];
  /** How remote work is requested: by its own field, in the location ("Remote, Germany"), or not at all. */
  remote: 'field' | 'place' | null;
  hours: number | null;
  /**
   * Yearly pay that is to be overlapped, `null` = that end is open; `currency`: the one it is named in; `sign`: by "$" alone;
   * `isLoose`: it is asked for by the hour.
   */
  salary: {
    least: number | null;
    most: number | null;
    currency: string | null;
    sign: boolean;
    isLoose: boolean;
  } | null;
  /** The currency that pay is compared in where none is named: that of the searched place, else US dollars. */
  payCurrency: string;
  /** Any of these; so are the three that follow. None = any. */
  jobType: readonly JobType[];
  workplace: readonly Workplace[];
  level: readonly Level[];
  language: readonly Language[];
  label: readonly Label[];
  /** Skills that are named, all of them. */
  skills: readonly string[];
  /** Companies whose openings are left out. */
  without: readonly string[];
  /** What the answer is ordered by. */
  order: 'relevant' | 'recent' | 'salary' | 'distance';
};

/** The search that asks for nothing. */
export const anySearch: Meaning = {
  keyword: null,
  places: [],
  remote: null,
  hours: null,
  salary: null,
  payCurrency: 'USD',
  jobType: [],
  workplace: [],
  level: [],
  language: [],
  label: [],
  skills: [],
  without: [],
  order: 'relevant',
};

export type Body = Readonly<Record<string, string>>;

export type TruthQuery = {
  number: number;
  body: Body;
  meaning: Meaning;
  /** Other spellings of the same search. */
  variants: readonly Body[];
  /** Part of the query is not used as written: the response must say so in `notices`. */
  wantsNotice: boolean;
  /** Related matches may follow: plain words only. */
  mayBroaden: boolean;
  /** What the query exercises, for the summary. */
  traits: readonly string[];
};
