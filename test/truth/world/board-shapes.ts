import { escapeHtml } from '../../../demo-board/boards/escape-html.js';
import type { Level, Opening, Pay, Posting } from './opening.js';
import { countryOf, writtenTown } from './towns.js';

/** An opening with the one of its postings that a board shows. */
export type Shown = { opening: Opening; posting: Posting };
type Fields = Record<string, unknown>;

export const addressOf = ({ posting }: Shown): string => `https://${posting.board}.example/jobs/${posting.id}`;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const jobTypeWords = {
  'full time': 'Full-time',
  'part time': 'Part-time',
  contract: 'Contract',
  temporary: 'Temporary',
  volunteer: 'Volunteer',
  internship: 'Internship',
};
const levelWords: Readonly<Record<Level, string>> = {
  internship: 'Internship',
  'entry level': 'Entry level',
  associate: 'Associate',
  senior: 'Senior',
  director: 'Director',
  executive: 'Executive',
};
const workplaceWords = { 'on site': 'On-site', hybrid: 'Hybrid', remote: 'Remote' };
const areaName = (region: string): string => (region.length === 2 ? countryOf(region).name : region);

/** "Austin, TX; Berlin, Germany", "Remote, Germany", "Remote": a location on one line. */
export function placeLine({ places, remoteRegions }: Opening): string {
  if (places.length > 0) return places.map(writtenTown).join('; ');
  return ['Remote', ...remoteRegions.map(areaName)].join(', ');
}

function payLine({ min, max, currency, per }: Pay): string {
  return max === null ? `From ${currency} ${min} per ${per}` : `${currency} ${min} - ${currency} ${max} per ${per}`;
}

/** The description as HTML, with the stated facts in prose; `lines` selects them. */
export function descriptionHtml({ opening, posting }: Shown, lines: 'all' | 'workplace' | 'none' = 'none'): string {
  const { jobType, workplace, pay } = posting.facts;
  const stated = [
    workplace === null || lines === 'none' ? '' : `<p>Workplace: ${workplaceWords[workplace]}</p>`,
    jobType === null || lines !== 'all' ? '' : `<p>Employment type: ${jobTypeWords[jobType]}</p>`,
    pay === null || lines !== 'all' ? '' : `<p>Salary: ${payLine(pay)}</p>`,
  ];
  return `<p>${escapeHtml(opening.description)}</p>${stated.join('')}`;
}

export function greenhouseShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, level, postedAt } = posting.facts;
  const choice = (name: string, value: string | null): Fields[] =>
    value === null ? [] : [{ id: 1, name, value, value_type: 'single_select' }];
  return {
    id: Number(posting.id),
    title: opening.title,
    absolute_url: addressOf(shown),
    company_name: opening.company,
    location: { name: placeLine(opening) },
    first_published: iso(postedAt),
    application_deadline: iso(opening.validUntil),
    content: escapeHtml(descriptionHtml(shown)),
    departments: opening.tags.map((name, id) => ({ id, name })),
    metadata: [
      ...choice('Employment Type', jobType && jobTypeWords[jobType]),
      ...choice('Workplace Type', workplace && workplaceWords[workplace]),
      ...choice('Experience Level', level && levelWords[level]),
    ],
    pay_input_ranges:
      pay === null
        ? []
        : [
            {
              min_cents: pay.min * 100,
              max_cents: pay.max === null ? null : pay.max * 100,
              currency_type: pay.currency,
              title: pay.per === 'hour' ? 'Hourly rate' : 'Annual salary range',
            },
          ],
  };
}

export function leverShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, postedAt } = posting.facts;
  const lines = opening.places.length > 0 ? opening.places.map(writtenTown) : [placeLine(opening)];
  const [country] = [...opening.places.map((place) => place.country), ...opening.remoteRegions];
  return {
    id: posting.id,
    text: opening.title,
    hostedUrl: addressOf(shown),
    createdAt: postedAt,
    country: country?.length === 2 ? country : null,
    workplaceType: workplace === null ? 'unspecified' : workplace === 'on site' ? 'onsite' : workplace,
    categories: {
      commitment: jobType && jobTypeWords[jobType],
      location: lines[0],
      allLocations: lines,
      team: opening.tags.join(', '),
    },
    description: descriptionHtml(shown),
    salaryRange: pay && { min: pay.min, max: pay.max, currency: pay.currency, interval: `per-${pay.per}-salary` },
  };
}

export function ashbyShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, postedAt } = posting.facts;
  const address = (code: string | undefined) =>
    code?.length === 2 ? { postalAddress: { addressCountry: countryOf(code).name } } : null;
  const [first, ...rest] = opening.places;
  const types = { 'full time': 'FullTime', 'part time': 'PartTime', internship: 'Intern' };
  return {
    id: posting.id,
    title: opening.title,
    jobUrl: addressOf(shown),
    isListed: true,
    location: first === undefined ? placeLine(opening) : writtenTown(first),
    address: address(first?.country ?? opening.remoteRegions[0]),
    secondaryLocations: rest.map((town) => ({ location: writtenTown(town), address: address(town.country) })),
    employmentType: jobType && { ...jobTypeWords, ...types }[jobType],
    workplaceType: workplace && { 'on site': 'OnSite', hybrid: 'Hybrid', remote: 'Remote' }[workplace],
    isRemote: workplace === 'remote',
    publishedAt: iso(postedAt),
    descriptionHtml: descriptionHtml(shown),
    department: opening.tags.join(', '),
    compensation: pay && {
      summaryComponents: [
        {
          compensationType: 'Salary',
          interval: `1 ${pay.per.toUpperCase()}`,
          currencyCode: pay.currency,
          minValue: pay.min,
          maxValue: pay.max,
        },
      ],
    },
  };
}

export function smartrecruitersShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { jobType, workplace, level, postedAt } = posting.facts;
  const [place] = opening.places;
  const [region] = opening.remoteRegions;
  const country = place?.country ?? (region?.length === 2 ? region : undefined);
  return {
    id: posting.id,
    name: opening.title,
    releasedDate: iso(postedAt),
    company: { name: opening.company },
    location: {
      city: place?.city ?? null,
      region: place?.regionCode ?? place?.region ?? null,
      country: country?.toLowerCase() ?? null,
      fullLocation: placeLine(opening),
      remote: workplace === 'remote',
      hybrid: workplace === 'hybrid',
    },
    typeOfEmployment: jobType && { label: jobTypeWords[jobType] },
    experienceLevel: level && { label: level === 'senior' ? 'Mid-Senior Level' : levelWords[level] },
    jobAd: { sections: { jobDescription: { title: 'Job Description', text: descriptionHtml(shown, 'workplace') } } },
    function: { label: opening.tags.join(', ') },
    postingUrl: addressOf(shown),
  };
}

export function recruiteeShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, level, postedAt } = posting.facts;
  const [place] = opening.places;
  const [region] = opening.remoteRegions;
  const code = place?.country ?? (region?.length === 2 ? region : null);
  const types = { 'full time': 'fulltime_permanent', 'part time': 'parttime_permanent' };
  return {
    id: Number(posting.id),
    title: opening.title,
    careers_url: addressOf(shown),
    company_name: opening.company,
    location: place === undefined ? placeLine(opening) : null,
    city: place?.city ?? null,
    state_code: place?.regionCode ?? null,
    country: code === null ? null : countryOf(code).name,
    country_code: code,
    locations: opening.places.map((town) => ({
      city: town.city,
      state: town.region,
      country: countryOf(town.country).name,
    })),
    remote: workplace === 'remote',
    hybrid: workplace === 'hybrid',
    on_site: workplace === 'on site',
    published_at: iso(postedAt),
    close_at: iso(opening.validUntil),
    description: descriptionHtml(shown),
    tags: opening.tags,
    employment_type_code: jobType && { ...jobTypeWords, ...types }[jobType].toLowerCase(),
    experience_code: level && (level === 'senior' ? 'mid_senior_level' : level.replace(' ', '_')),
    salary: pay && { min: String(pay.min), max: pay.max && String(pay.max), currency: pay.currency, period: pay.per },
  };
}
