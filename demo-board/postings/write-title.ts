import type { JobType, Level } from '../../shared/words/words.js';
import type { CountryCode } from '../vocabulary/countries.js';
import type { Occupation } from '../vocabulary/occupation.js';
import type { Chance } from './chance.js';

/** The parts of a title. `base` is one of the occupation's titles. */
export type TitleParts = {
  occupation: Occupation;
  base: string;
  level: Level | null;
  jobType: JobType;
  country: CountryCode;
  team: string;
};

/** Departments where "Staff" and "Principal" are steps of a career. Elsewhere a Staff Nurse is a nurse. */
const ladders = new Set(['Engineering', 'Security', 'Data', 'Product', 'Design']);

/** A title as an employer writes it; it always includes the level, when there is one. */
export function writeTitle(parts: TitleParts, chance: Chance): string {
  const { occupation, level, jobType, country, team } = parts;
  let title = jobType === 'volunteer' ? volunteerTitle(parts.base, chance) : levelTitle(parts, chance);
  const leads = level === 'director' || level === 'executive';
  if (occupation.setting === 'desk' && !leads && chance.maybe(0.35))
    title += chance.pick([`, ${team}`, ` - ${team}`, ` (${team})`]);
  title = withJobType(title, jobType, chance);
  if ((country === 'DE' || country === 'CH') && chance.maybe(0.4))
    title += chance.pick([' (m/f/d)', ' (m/w/d)', ' (f/m/x)']);
  return title;
}

function levelTitle({ occupation, base, level, country }: TitleParts, chance: Chance): string {
  const { field, chief } = occupation;
  switch (level) {
    case null:
      return base;
    case 'entry level':
      return chance.weigh(entryTitles(base, occupation.setting));
    case 'associate':
      return chance.pick([`Mid-Level ${base}`, `Intermediate ${base}`, `${base} (Mid-Level)`]);
    case 'senior':
      return `${chance.weigh(seniorWords(occupation, base))} ${base}`;
    case 'director':
      return chance.pick([`Head of ${field}`, `Director of ${field}`, `${field} Director`, `Director, ${field}`]);
    case 'executive':
      return chance.pick([
        `VP of ${field}`,
        `Vice President, ${field}`,
        `VP ${field}`,
        ...(chief ? [chief, chief] : []),
      ]);
    case 'internship':
      return chance.weigh(internTitles(base, field, country));
  }
}

function entryTitles(base: string, setting: Occupation['setting']): (readonly [string, number])[] {
  const desk = setting === 'desk' ? 1 : 0;
  return [
    [`Junior ${base}`, 6],
    [`Jr. ${base}`, 1],
    [`Entry-Level ${base}`, 3],
    [`Graduate ${base}`, 2 * desk],
    [`${base} (New Grad)`, desk],
  ];
}

function seniorWords({ department, setting }: Occupation, base: string): (readonly [string, number])[] {
  const ladder = ladders.has(department) ? 1 : 0;
  return [
    ['Senior', 12],
    ['Sr.', 2],
    ['Lead', base.startsWith('Lead') ? 0 : 3],
    ['Staff', 3 * ladder],
    ['Principal', setting === 'desk' ? 2 * ladder : 0],
  ];
}

function internTitles(base: string, field: string, country: CountryCode): (readonly [string, number])[] {
  return [
    [`${base} Intern`, 4],
    [`${field} Intern`, 3],
    [`Intern, ${field}`, 2],
    [`${field} Internship`, 2],
    [`Working Student ${field}`, country === 'DE' ? 6 : 0],
    [`${field} Placement Student`, country === 'GB' ? 4 : 0],
  ];
}

const volunteerTitle = (base: string, chance: Chance): string =>
  chance.pick([`Volunteer ${base}`, `${base} (Volunteer)`, base]);

function withJobType(title: string, jobType: JobType, chance: Chance): string {
  if (!chance.maybe(0.4)) return title;
  if (jobType === 'contract') return `${title} (Contract)`;
  if (jobType === 'part time')
    return chance.pick([`${title} (Part-Time)`, `Part-Time ${title}`, `${title}, part time`]);
  if (jobType === 'temporary')
    return chance.pick([`${title} (Temporary)`, `${title} - Temporary`, `Seasonal ${title}`]);
  return title;
}
