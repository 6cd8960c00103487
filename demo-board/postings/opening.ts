import type { JobType, Level, Workplace } from '../../shared/words/words.js';
import type { CountryCode } from '../vocabulary/countries.js';
import type { Occupation } from '../vocabulary/occupation.js';
import type { DemoPlace } from '../vocabulary/places.js';
import type { RemoteRegion } from '../vocabulary/remote-regions.js';
import type { Company } from './companies.js';
import type { Pay } from './pay.js';

/** A job to be filled, independent of how boards present it. It is on one board or on two. */
export type Opening = {
  index: number;
  company: Company;
  occupation: Occupation;
  title: string;
  /** A word of the title, or `null` where the title has none. */
  level: Level | null;
  jobType: JobType;
  workplace: Workplace;
  /** Where the work is done; empty for remote work. */
  places: readonly DemoPlace[];
  /** Where a remote worker must live; `null` unless the work is remote. */
  remoteRegion: RemoteRegion | null;
  /** The country whose law and currency apply. */
  country: CountryCode;
  pay: Pay | null;
  team: string;
  tools: readonly string[];
  skills: readonly string[];
  requisitionId: string;
  /** Minutes between its posting and now. */
  ageMinutes: number;
  /** The description, part by part. */
  sections: readonly Section[];
};

/** A part of a description: a heading, running text, a list. */
export type Section = {
  role: 'company' | 'role' | 'duties' | 'needs' | 'extras' | 'benefits' | 'practical' | 'closing';
  heading: string | null;
  paragraphs: readonly string[];
  list: readonly string[];
};
