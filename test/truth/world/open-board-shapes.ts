import { escapeHtml } from '../../../demo-board/boards/escape-html.js';
import { addressOf, descriptionHtml, placeLine, type Shown } from './board-shapes.js';
import type { Town } from './towns.js';
import { countryOf } from './towns.js';

type Fields = Record<string, unknown>;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A schema.org JobPosting. The format can express remote work only; other workplaces are in the text. */
export function jobPostingNode(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, level, postedAt } = posting.facts;
  const types = { 'full time': 'FULL_TIME', 'part time': 'PART_TIME', contract: 'CONTRACTOR', internship: 'INTERN' };
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: opening.title,
    url: addressOf(shown),
    identifier: { '@type': 'PropertyValue', value: posting.id },
    hiringOrganization: { '@type': 'Organization', name: opening.company },
    datePosted: iso(postedAt) ?? undefined,
    validThrough: iso(opening.validUntil) ?? undefined,
    employmentType: jobType === null ? undefined : { ...upper, ...types }[jobType],
    experienceLevel: level === null ? undefined : level,
    description: descriptionHtml(shown, workplace === 'remote' ? 'none' : 'workplace'),
    skills: opening.tags,
    ...(workplace === 'remote'
      ? {
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: opening.remoteRegions.map((name) => ({
            '@type': name.length === 2 ? 'Country' : 'AdministrativeArea',
            name,
          })),
        }
      : { jobLocation: opening.places.map((town) => ({ '@type': 'Place', address: postalAddress(town) })) }),
    ...(pay === null
      ? {}
      : {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: pay.currency,
            value: {
              '@type': 'QuantitativeValue',
              minValue: pay.min,
              ...(pay.max === null ? {} : { maxValue: pay.max }),
              unitText: pay.per.toUpperCase(),
            },
          },
        }),
  };
}

const upper = { temporary: 'TEMPORARY', volunteer: 'VOLUNTEER' };

function postalAddress({ city, region, regionCode, country }: Town): Fields {
  return {
    '@type': 'PostalAddress',
    addressLocality: city,
    addressRegion: regionCode ?? region,
    addressCountry: country,
  };
}

/** An item of RSS: company, title and place on one line, every other fact in the text. */
export function rssItem(shown: Shown): string {
  const { opening, posting } = shown;
  const title = `${opening.company}: ${opening.title} (${placeLine(opening)})`;
  const { postedAt } = posting.facts;
  return [
    '<item>',
    `<title>${escapeHtml(title)}</title>`,
    `<link>${addressOf(shown)}</link><guid>${posting.id}</guid>`,
    postedAt === null ? '' : `<pubDate>${new Date(postedAt).toUTCString()}</pubDate>`,
    ...opening.tags.map((tag) => `<category>${escapeHtml(tag)}</category>`),
    `<description>${escapeHtml(descriptionHtml(shown, 'all'))}</description>`,
    '</item>',
  ].join('');
}

export function adzunaShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, postedAt } = posting.facts;
  const [place] = opening.places;
  return {
    id: posting.id,
    title: opening.title,
    redirect_url: addressOf(shown),
    description: opening.description,
    created: iso(postedAt),
    company: { display_name: opening.company },
    location: place && { display_name: `${place.city}, ${place.region}`, area: ['UK', place.region, place.city] },
    category: { label: opening.tags.join(', ') },
    contract_time: jobType === 'full time' || jobType === 'part time' ? jobType.replace(' ', '_') : null,
    contract_type: jobType === 'contract' ? 'contract' : null,
    salary_min: pay?.min ?? null,
    salary_max: pay?.max ?? null,
    salary_is_predicted: '0',
  };
}

export function usajobsShape(shown: Shown): Fields {
  const { opening, posting } = shown;
  const { pay, jobType, workplace, postedAt } = posting.facts;
  const codes: Readonly<Record<string, string>> = { year: 'PA', hour: 'PH', month: 'PM' };
  const offerings = { temporary: 'Temporary', internship: 'Internships' };
  const named = (name: string | null): { Name: string }[] => (name === null ? [] : [{ Name: name }]);
  return {
    MatchedObjectId: posting.id,
    MatchedObjectDescriptor: {
      PositionID: `USA-${posting.id}`,
      PositionTitle: opening.title,
      PositionURI: addressOf(shown),
      ApplyURI: [],
      OrganizationName: opening.company,
      PositionLocation:
        workplace === 'remote'
          ? [{ LocationName: 'Anywhere in the U.S. (remote job)', CountryCode: 'United States' }]
          : opening.places.map(({ city, region, country }) => ({
              LocationName: `${city}, ${region}`,
              CountryCode: countryOf(country).name,
            })),
      PositionSchedule: named(jobType === 'full time' ? 'Full-time' : jobType === 'part time' ? 'Part-time' : null),
      PositionOfferingType: named(jobType === 'temporary' || jobType === 'internship' ? offerings[jobType] : null),
      PositionRemuneration: pay && [
        {
          MinimumRange: String(pay.min),
          MaximumRange: pay.max === null ? null : String(pay.max),
          RateIntervalCode: codes[pay.per],
        },
      ],
      JobCategory: named(opening.tags.join(', ')),
      PublicationStartDate: iso(postedAt),
      ApplicationCloseDate: iso(opening.validUntil),
      UserArea: {
        Details: { JobSummary: opening.description, RemoteIndicator: workplace === 'remote', MajorDuties: [] },
      },
    },
  };
}
