import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { ownKey } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, coerceTexts, listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type Narrow, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('usajobs'),
  email: ownKey(3, 'The address the API key was given to'),
  apiKey: ownKey(8, 'Your own API key'),
});
type Settings = z.infer<typeof settings>;

/** The API returns at most this many postings per page, and this many per search. */
const pageSize = 500;
const searchEnd = 10_000;

const named = z
  .array(z.object({ Name: coerceText }))
  .nullish()
  .transform((list) => listOf(...(list ?? []).map(({ Name }) => Name)));
const jobSchema = z.object({
  MatchedObjectId: coerceText,
  MatchedObjectDescriptor: z.object({
    PositionID: coerceText,
    PositionTitle: neededText,
    PositionURI: coerceText,
    ApplyURI: coerceTexts,
    OrganizationName: coerceText,
    DepartmentName: coerceText,
    PositionLocation: z.array(z.object({ LocationName: coerceText, CountryCode: coerceText })).nullish(),
    PositionSchedule: named,
    PositionOfferingType: named,
    PositionRemuneration: z
      .array(
        z.object({
          MinimumRange: coerceText,
          MaximumRange: coerceText,
          RateIntervalCode: coerceText,
          Description: coerceText,
        }),
      )
      .nullish(),
    JobCategory: named,
    JobGrade: z.array(z.object({ Code: coerceText })).nullish(),
    PublicationStartDate: coerceText,
    PositionStartDate: coerceText,
    ApplicationCloseDate: coerceText,
    PositionEndDate: coerceText,
    QualificationSummary: coerceText,
    UserArea: z
      .object({
        Details: z
          .object({
            JobSummary: coerceText,
            MajorDuties: coerceTexts,
            LowGrade: coerceText,
            HighGrade: coerceText,
            RemoteIndicator: coerceFlag,
          })
          .nullish(),
      })
      .nullish(),
  }),
});
type Job = z.infer<typeof jobSchema>['MatchedObjectDescriptor'];

const pageSchema = z.object({
  SearchResult: z.object({
    SearchResultItems: z.array(z.unknown()),
    SearchResultCountAll: coerceText,
    UserArea: z.object({ NumberOfPages: coerceText }).nullish(),
  }),
});

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
export const usajobs = defineKind({
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
  requests: (chosen, narrow) => [pageRequest(chosen, narrow, 1)],
  parse(response, request, chosen) {
    const { SearchResult: result } = readShape(response, pageSchema, 'SearchResult.SearchResultItems');
    const { SearchResultItems: items } = result;
    const pages = pagesOf(result);
    if (pages === null) throw sourceChanged('a number of pages or of postings', response.body.slice(0, 80));
    const read = readEntries(items, jobSchema, ({ MatchedObjectId: id, MatchedObjectDescriptor: job }) =>
      asPosting(job, id),
    );
    const { narrow, number } = request.memo as { narrow: Narrow; number: number };
    const last = Math.min(pages, searchEnd / pageSize);
    const follow = items.length > 0 && number < last ? [pageRequest(chosen, narrow, number + 1)] : [];
    return { ...read, ...(pages >= searchEnd / pageSize ? { truncated: true } : {}), follow };
  },
});

/** A page of fewer postings than it may have states only how many there are. */
function pagesOf({
  UserArea: area,
  SearchResultCountAll: count,
}: z.infer<typeof pageSchema>['SearchResult']): number | null {
  const pages = Number(area?.NumberOfPages ?? Number.NaN);
  if (Number.isFinite(pages)) return pages;
  return count === null || Number.isNaN(Number(count)) ? null : Math.ceil(Number(count) / pageSize);
}

function asPosting(job: Job, id: string | null): Posting {
  const url = job.PositionURI ?? (id === null ? null : `https://www.usajobs.gov/job/${encodeURIComponent(id)}`);
  if (url === null) throw new Error('neither PositionURI nor MatchedObjectId');
  const details = job.UserArea?.Details;
  const { places, remoteRegions } = placesOf(job);
  return {
    ...emptyPosting(job.PositionTitle, url),
    sourceJobId: id ?? job.PositionID,
    requisitionId: job.PositionID,
    applyUrl: job.ApplyURI[0] ?? null,
    company: { name: job.OrganizationName, url: null, logoUrl: null },
    places,
    remoteRegions,
    workplace: listOf(details?.RemoteIndicator || remoteRegions.length > 0 ? 'remote' : null),
    jobType: jobTypesOf(job),
    salary: payOf(job),
    postedAt: job.PublicationStartDate ?? job.PositionStartDate,
    validUntil: job.ApplicationCloseDate ?? job.PositionEndDate,
    descriptionText:
      listOf(details?.JobSummary, ...(details?.MajorDuties ?? []), job.QualificationSummary).join('\n\n') || null,
    tags: listOf(...job.JobCategory, job.DepartmentName, ...gradesOf(job)),
  };
}

/** "Anywhere in the U.S. (remote job)" says where applicants must live; it is not a place of work. */
function placesOf({ PositionLocation: locations }: Job): Pick<Posting, 'places' | 'remoteRegions'> {
  const anywhere = /^anywhere in the u/i;
  const real = (locations ?? []).filter(({ LocationName: name }) => name !== null && !anywhere.test(name));
  return {
    places: real.map(({ LocationName: text, CountryCode: country }) => ({ text, city: null, region: null, country })),
    remoteRegions: real.length < (locations ?? []).length ? ['United States'] : [],
  };
}

/** "Permanent" says nothing about the hours; limited terms ("Temporary", "Term", "Internships") say more than they do. */
function jobTypesOf({ PositionSchedule: hours, PositionOfferingType: offered }: Job): string[] {
  const terms = offered.map((name) => (/^term\b/i.test(name) ? 'fixed term' : name));
  const ending = terms.filter((name) => /temporary|fixed term|intern|student|seasonal|volunteer/i.test(name));
  return [...ending, ...hours, ...terms.filter((name) => !ending.includes(name))];
}

/** Biweekly pay is halved and stated per week, since pay has no biweekly period here. */
function payOf({ PositionRemuneration: remuneration }: Job): Posting['salary'] {
  const [stated] = remuneration ?? [];
  if (stated === undefined) return null;
  const code = stated.RateIntervalCode ?? '';
  const interval = code in intervals ? intervals[code] : (stated.RateIntervalCode ?? stated.Description);
  if (interval === null || interval === undefined) return null;
  const fortnight = interval === 'two weeks';
  const amount = (text: string | null) => (fortnight && text !== null ? Number(text) / 2 : text);
  const [min, max] = [amount(stated.MinimumRange), amount(stated.MaximumRange)];
  if (Number(min) <= 0 && Number(max) <= 0) return null;
  return { text: null, min, max, currency: 'USD', per: fortnight ? 'week' : interval };
}

/** "GS-11", "GS-12": the pay plan with its lowest and highest grade. */
function gradesOf({ JobGrade: plans, UserArea: area }: Job): string[] {
  const plan = plans?.[0]?.Code ?? null;
  const grades = listOf(area?.Details?.LowGrade, area?.Details?.HighGrade);
  return plan === null ? [] : [...new Set(grades.map((grade) => `${plan}-${grade}`))];
}

function pageRequest(
  { baseUrl = 'https://data.usajobs.gov', email, apiKey }: Settings,
  narrow: Narrow,
  number: number,
): PageRequest {
  const query = new URLSearchParams({
    Keyword: narrow.keyword ?? '',
    LocationName: narrow.location ?? '',
    ResultsPerPage: String(pageSize),
    Page: String(number),
  });
  return {
    url: `${baseUrl}/api/search?${query}`,
    role: 'listing',
    accept: 'json',
    headers: { 'user-agent': email, 'authorization-key': apiKey },
    memo: { narrow, number },
  };
}
