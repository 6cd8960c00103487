import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { ownKey } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeWith } from '../../posting.js';
import { commonSettings, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('usajobs'),
  email: ownKey(3, 'The address the API key was given to'),
  apiKey: ownKey(8, 'Your own API key'),
});

/** The API returns at most this many postings per page, and this many per search. */
const pageSize = 500;

const searchEnd = 10_000;

/** The API's codes for pay periods; for piece work (PW) and unpaid work (WC) no pay is stated. */
const intervals: Readonly<Record<string, string | null>> = tableOf({
  PA: 'year',
  PH: 'hour',
  PD: 'day',
  PM: 'month',
  BW: 'two weeks',
  PW: null,
  WC: null,
});

/**
 * Federal jobs of the United States, searched by keyword and place, in pages of 500 and at most 10,000 per search, with the
 * operator's own key. Documented at https://developer.usajobs.gov/api-reference/get-api-search.
 */
export const usajobs = defineListing({
  kind: 'usajobs',
  summary: 'Federal jobs of the United States, with your own API key.',
  evidence: {
    requests: [
      'GET data.usajobs.gov/api/search?Keyword=[{keyword}]&LocationName=[{location}]&ResultsPerPage=500&Page={page}',
    ],
    access: 'documented',
    robots: 'Unknown for data.usajobs.gov; www.usajobs.gov forbids only its assets.',
    basis: [
      'https://developer.usajobs.gov/api-reference/get-api-search',
      'https://developer.usajobs.gov/tutorials/search-jobs',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Free with your own key, under the terms accepted with it.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['usajobs.gov', 'data.usajobs.gov'].map((address) => ({
    address,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators name a value of the environment.
    settings: { email: '${USAJOBS_EMAIL}', apiKey: '${USAJOBS_API_KEY}' },
  })),
  keyed: true,
  settings,
  narrows: () => ['keyword', 'location'],
  request({ baseUrl = 'https://data.usajobs.gov', email, apiKey }, { page, narrow }) {
    const query = new URLSearchParams({
      Keyword: narrow.keyword ?? '',
      LocationName: narrow.location ?? '',
      ResultsPerPage: String(pageSize),
      Page: String(page + 1),
    });
    return {
      url: `${baseUrl}/api/search?${query}`,
      headers: { 'user-agent': email, 'authorization-key': apiKey },
    };
  },
  entries: 'SearchResult.SearchResultItems',
  hasMore: (page, _read, pages) => pages < Math.min(pagesOf(page), searchEnd / pageSize),
  isTruncated: (page) => pagesOf(page) >= searchEnd / pageSize,
  asPosting(item) {
    const [id, job] = [item.text('MatchedObjectId'), item.object('MatchedObjectDescriptor')];
    const url =
      job.text('PositionURI') ?? (id === null ? null : `https://www.usajobs.gov/job/${encodeURIComponent(id)}`);
    if (url === null) throw new Error('neither PositionURI nor MatchedObjectId');
    const details = job.at('UserArea.Details');
    const { places, remoteRegions } = placesOf(job);
    return {
      ...emptyPosting(job.needed('PositionTitle'), url),
      sourceJobId: id ?? job.text('PositionID'),
      requisitionId: job.text('PositionID'),
      applyUrl: job.texts('ApplyURI')[0] ?? null,
      company: companyNamed(job.text('OrganizationName')),
      places,
      remoteRegions,
      workplace: listOf(details.flag('RemoteIndicator') || remoteRegions.length > 0 ? 'remote' : null),
      jobType: jobTypesOf(job),
      salary: payOf(job.rows('PositionRemuneration')[0]),
      postedAt: job.text('PublicationStartDate', 'PositionStartDate'),
      validUntil: job.text('ApplicationCloseDate', 'PositionEndDate'),
      descriptionText:
        [...details.texts('JobSummary', 'MajorDuties'), ...job.texts('QualificationSummary')].join('\n\n') || null,
      tags: [...job.texts('JobCategory.Name', 'DepartmentName'), ...gradesOf(job)],
    };
  },
});

/** A page with fewer postings than its limit states only their number. */
function pagesOf(page: Members): number {
  const [pages, count] = ['UserArea.NumberOfPages', 'SearchResultCountAll'].map((name) =>
    Number(page.text(`SearchResult.${name}`) ?? Number.NaN),
  );
  if (pages !== undefined && Number.isFinite(pages)) return pages;
  if (count !== undefined && Number.isFinite(count)) return Math.ceil(count / pageSize);
  throw sourceChanged('a number of pages or of postings', JSON.stringify(page.raw).slice(0, 80));
}

/** "Anywhere in the U.S. (remote job)" says where applicants must live; it is not a place of work. */
function placesOf(job: Members): Pick<Posting, 'places' | 'remoteRegions'> {
  const all = job
    .rows('PositionLocation')
    .map((place) => placeWith({ text: place.text('LocationName'), country: place.text('CountryCode') }));
  const places = all.filter(({ text }) => text !== null && !/^anywhere in the u/i.test(text));
  return { places, remoteRegions: places.length < all.length ? ['United States'] : [] };
}

/** "Permanent" says nothing about the hours; limited terms ("Temporary", "Term", "Internships") say more than they do. */
function jobTypesOf(job: Members): string[] {
  const offered = job.texts('PositionOfferingType.Name');
  const terms = offered.map((name) => (/^term\b/i.test(name) ? 'fixed term' : name));
  const ending = terms.filter((name) => /temporary|fixed term|intern|student|seasonal|volunteer/i.test(name));
  return [...ending, ...job.texts('PositionSchedule.Name'), ...terms.filter((name) => !ending.includes(name))];
}

/** Biweekly pay is halved and stated per week, since pay has no biweekly period here. */
function payOf(stated: Members | undefined): Posting['salary'] {
  const code = stated?.text('RateIntervalCode') ?? '';
  const interval = code in intervals ? intervals[code] : stated?.text('RateIntervalCode', 'Description');
  if (stated === undefined || interval === null || interval === undefined) return null;
  const fortnight = interval === 'two weeks';
  const amount = (text: string | null) => (fortnight && text !== null ? Number(text) / 2 : text);
  const [min, max] = [amount(stated.text('MinimumRange')), amount(stated.text('MaximumRange'))];
  if (Number(min) <= 0 && Number(max) <= 0) return null;
  return payWith({ min, max, currency: 'USD', per: fortnight ? 'week' : interval });
}

/** "GS-11", "GS-12": the pay plan with its lowest and highest grade. */
function gradesOf(job: Members): string[] {
  const plan = job.rows('JobGrade')[0]?.text('Code') ?? null;
  const grades = job.texts('UserArea.Details.LowGrade', 'UserArea.Details.HighGrade');
  return plan === null ? [] : [...new Set(grades.map((grade) => `${plan}-${grade}`))];
}
