/** A line of work: its titles, its pay, and the sentences its descriptions are made of. */
export type Occupation = {
  id: string;
  /** The department on a board. */
  department: string;
  weight: number;
  /** Titles without a word for the level. */
  titles: readonly string[];
  /** The words after "Head of", and the title of the position above; `null` when there is none. */
  field: string;
  chief: string | null;
  /** `desk` work is paid by the year or month; `floor` work mostly by the hour. */
  setting: 'desk' | 'floor';
  /** Yearly pay in the United States, in dollars, for a few years of experience. */
  pay: number;
  /** Weights of on site, hybrid and remote work. */
  workplaces: readonly [onSite: number, hybrid: number, remote: number];
  /** Parts of the work that have a team of their own, for the slot `{team}`. */
  teams: readonly string[];
  /** Programs and languages used, for the slot `{tool}`; skills and knowledge, for `{skill}`. */
  tools: readonly string[];
  skills: readonly string[];
  /** The tools that go with a title, where it names one. */
  titleTools?: Readonly<Record<string, readonly string[]>>;
  /** Sentences about the role; what is done; what is needed; what would be nice. */
  about: readonly string[];
  duties: readonly string[];
  needs: readonly string[];
  extras: readonly string[];
};
