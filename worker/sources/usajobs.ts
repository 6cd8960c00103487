import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseText, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind, type Narrow } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('usajobs'),
  email: z
    .string()
    .min(3)
    .max(200)
    .describe('The address the API key was given to; may be taken from the environment (docs/sources.md).'),
  apiKey: z.string().min(8).max(200).describe('Your own API key; may be taken from the environment (docs/sources.md).'),
});
type Settings = z.infer<typeof settings>;

const pageSize = 250;

const jobSchema = z.object({
  MatchedObjectId: looseText,
  MatchedObjectDescriptor: z.object({
    PositionID: looseText,
    PositionTitle: z.string(),
    PositionURI: z.string(),
    ApplyURI: z.array(z.string()).nullish(),
    OrganizationName: looseText,
    PositionLocation: z.array(z.object({ LocationName: looseText })).nullish(),
    PositionSchedule: z.array(z.object({ Name: looseText })).nullish(),
    PositionOfferingType: z.array(z.object({ Name: looseText })).nullish(),
    PositionRemuneration: z
      .array(
        z.object({
          MinimumRange: looseText,
          MaximumRange: looseText,
          RateIntervalCode: looseText,
          Description: looseText,
        }),
      )
      .nullish(),
    JobCategory: z.array(z.object({ Name: looseText })).nullish(),
    PublicationStartDate: looseText,
    ApplicationCloseDate: looseText,
    QualificationSummary: looseText,
    UserArea: z
      .object({ Details: z.object({ JobSummary: looseText, RemoteIndicator: z.boolean().nullish() }).nullish() })
      .nullish(),
  }),
});

/** The interface's codes of how pay is counted. */
const intervals: Readonly<Record<string, string>> = {
  PA: 'year',
  PH: 'hour',
  PD: 'day',
  PM: 'month',
  PW: 'week',
  BW: '',
};

/**
 * The United States' federal jobs, searched by keyword and place, page by page, with the operator's own key.
 * Documented at https://developer.usajobs.gov/api-reference/get-api-search.
 */
export const usajobs = defineKind({
  kind: 'usajobs',
  summary: 'Federal jobs of the United States, with your own API key.',
  documentation: 'https://developer.usajobs.gov/api-reference/get-api-search',
  terms: 'The API is free with a key of one’s own, under the terms agreed to when asking for it.',
  settings,
  narrows: () => ['keyword', 'location'],
  wing: () => 'http',
  ask: (chosen, narrow) => [pageAsk(chosen, narrow, 1)],
  read(answer, ask, chosen) {
    const page = z
      .object({
        SearchResult: z.object({
          SearchResultItems: z.array(z.unknown()),
          UserArea: z.object({ NumberOfPages: looseText }).nullish(),
        }),
      })
      .safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('SearchResult.SearchResultItems', answer.body.slice(0, 80));
    const read = readEntries(
      page.data.SearchResult.SearchResultItems,
      jobSchema,
      ({ MatchedObjectId: id, MatchedObjectDescriptor: job }) => {
        const remuneration = job.PositionRemuneration?.[0];
        return {
          ...emptyPosting(job.PositionTitle, job.PositionURI),
          sourceJobId: id ?? job.PositionID,
          requisitionId: job.PositionID,
          applyUrl: job.ApplyURI?.[0] ?? null,
          company: { name: job.OrganizationName, url: null, logoUrl: null },
          places: placeText(...(job.PositionLocation ?? []).map(({ LocationName }) => LocationName)),
          workplace: told(job.UserArea?.Details?.RemoteIndicator ? 'remote' : null),
          jobType: told(
            ...(job.PositionSchedule ?? []).map(({ Name }) => Name),
            ...(job.PositionOfferingType ?? []).map(({ Name }) => Name),
          ),
          salary: remuneration
            ? {
                text: null,
                min: remuneration.MinimumRange,
                max: remuneration.MaximumRange,
                currency: 'USD',
                per: intervals[remuneration.RateIntervalCode ?? ''] || remuneration.Description,
              }
            : null,
          postedAt: job.PublicationStartDate,
          validUntil: job.ApplicationCloseDate,
          descriptionText: told(job.UserArea?.Details?.JobSummary, job.QualificationSummary).join('\n\n') || null,
          tags: told(...(job.JobCategory ?? []).map(({ Name }) => Name)),
        };
      },
    );
    const { narrow, number } = ask.memo as { narrow: Narrow; number: number };
    const last = Number(page.data.SearchResult.UserArea?.NumberOfPages ?? 1);
    return { ...read, follow: number < last ? [pageAsk(chosen, narrow, number + 1)] : [] };
  },
});

function pageAsk(
  { baseUrl = 'https://data.usajobs.gov', email, apiKey }: Settings,
  narrow: Narrow,
  number: number,
): Ask {
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
