import { fieldNames } from '../../shared/search/fields.js';
import { fieldSchema } from '../../shared/search/query/parse-query.js';
import { feedDefaults, feedFormats } from '../formats/feeds.js';
import {
  acceptedExample,
  answerExamples,
  eventsExample,
  facetsExample,
  linesExample,
  requestExamples,
} from '../openapi/examples.js';
import {
  json,
  type MediaType,
  type OperationAnswer,
  type Operations,
  queryParameter,
  schemaRef,
} from '../openapi/operation.js';
import { counted, listed, type Parameter, parameters } from '../openapi/parameters.js';

// The search operations: as one answer, as counts, as a feed, and as an export.

const searchProblems = ['rate-limited', 'too-many-searches', 'sources-failed', 'search-timeout'] as const;
const searchHeaders = [...counted, 'Cache-Status', 'Preference-Applied'] as const;

const searchBody: Record<string, MediaType> = {
  'application/json': { schema: schemaRef('SearchRequest'), examples: requestExamples },
};

/** The answer to a caller who does not wait for a search. */
const accepted: OperationAnswer = {
  description: 'Only with `Prefer: respond-async`: the search continues. Repeat the request after `Retry-After`.',
  headers: [...searchHeaders, 'Retry-After'],
  content: json('Accepted', acceptedExample),
};

const asText = (description: string, example?: string): MediaType => ({
  schema: { type: 'string', description },
  ...(example !== undefined && { example }),
});

/** The jobs of a page in the forms that other programs read. */
const lists: Record<string, MediaType> = {
  'application/feed+json': { schema: schemaRef('JobFeed') },
  'application/atom+xml': asText('Atom, RFC 4287.'),
  'text/csv': asText('RFC 4180: a line of names, then a row for each job.'),
};

/** The query parameters of a feed: the fields of a search, and the format. */
const feedParameters: readonly Parameter[] = [
  ...fieldNames.map((name): Parameter => {
    const usual = Object.entries(feedDefaults).find(([field]) => field === name)?.[1];
    return queryParameter(name, { ...fieldSchema(name), ...(usual !== undefined && { default: usual }) });
  }),
  queryParameter('format', {
    type: 'string',
    enum: Object.keys(feedFormats),
    description: 'The format; by default that of Accept, otherwise Atom.',
  }),
];

export const searchOperations: Operations = {
  'POST /api/jobs/search': {
    operationId: 'searchJobs',
    summary: 'Search for jobs.',
    description:
      'All fields are optional strings; `{}` matches every job. Values are accepted the way people write them. To get the next ' +
      'page, send `next` from the answer.\n\n' +
      'With `Accept: text/event-stream` the answer is a stream of events: `search` lists the sources, `source` is the report of ' +
      'one, `progress` the counts of all, `jobs` is the answer so far, and the last event is `result` with the complete answer, or `problem`. A cached answer ' +
      'is a single `result`; an invalid request gets an ordinary problem. `text/csv`, `application/x-ndjson`, ' +
      '`application/feed+json` and `application/atom+xml` give the jobs of the page as a list.\n\n' +
      'A search counts as one, cached or not. Requests that are rejected with 400, 401, 413 or 415 are not counted.',
    parameters: [parameters.prefer, parameters.cacheControl],
    body: { description: 'At most 8 kB.', content: searchBody },
    answers: {
      200: {
        description: 'The jobs; `partial`, `stale` and `sources` say how complete and how recent the answer is.',
        headers: searchHeaders,
        content: {
          'application/json': { schema: schemaRef('SearchAnswer'), examples: answerExamples },
          // OpenAPI 3.1 has no schema for the events of a stream.
          'text/event-stream': asText(
            'Server-sent events; the data of each is JSON: `search` is a `SearchStarted`, `source` a `ReportedSource`, `progress` a ' +
              '`SearchProgress`, `jobs` and `result` a `SearchAnswer`, `problem` a `Problem`.',
            eventsExample,
          ),
          'application/x-ndjson': asText('A `Job` on each line.', linesExample),
          ...lists,
        },
      },
      202: accepted,
    },
    problems: searchProblems,
  },
  'POST /api/jobs/facets': {
    operationId: 'searchFacets',
    summary: 'How many jobs each value of each field would find.',
    description:
      'The body of a search. For each field: how many jobs the same search would find if only that field had the value; the ' +
      'first row, `""`, leaves the field out. Also the ten busiest places within that of the search, the ten busiest companies and industries, sizes of companies, ' +
      'a histogram of pay, and where the jobs are. Near matches are not counted.\n\n' +
      'It counts as one search, and is answered from the same postings as the search: sent together, one collection serves both.',
    parameters: [parameters.prefer, parameters.cacheControl],
    body: { description: 'At most 8 kB. `limit`, `page` and `sortBy` make no difference.', content: searchBody },
    answers: {
      200: {
        description: 'The counts; `partial` and `stale` say how complete and how recent they are.',
        headers: searchHeaders,
        content: json('FacetsAnswer', facetsExample),
      },
      202: accepted,
    },
    problems: searchProblems,
  },
  'GET /api/jobs/feed': {
    operationId: 'searchFeed',
    summary: 'A search as a feed or table, by its address.',
    description:
      'For feed readers and spreadsheets: the fields of a search as query parameters. Atom, JSON Feed 1.1 (with the record of each ' +
      'job in `_job_search`) or CSV (RFC 4180). Counted like a search, a 304 too.',
    parameters: [...feedParameters, parameters.ifModifiedSince, parameters.prefer],
    tagged: true,
    answers: {
      200: { description: 'The jobs of the page.', headers: [...searchHeaders, ...listed], content: lists },
      202: accepted,
      304: { description: 'Nothing has changed since your copy.', headers: [...counted, 'Last-Modified'] },
    },
    problems: searchProblems,
  },
  'POST /api/jobs/export': {
    operationId: 'exportJobs',
    summary: 'All jobs of a search, and later changes.',
    description:
      'Streams every job that meets a search, not only the first 1,000, without near matches and without `match`. Each line says ' +
      'what to do with a copy: `added` and `changed` have the `job`, `closed` only its `id`. Lines with `change: cursor` come in ' +
      'between: after an interruption, send the last one as `cursor` and the export goes on from there. The last line has ' +
      '`change: end`; without it the export is not complete. Its `cursor` later returns the changes since. A cursor is good ' +
      'for 7 days after its last use, and for one reader.\n\n' +
      'Beginning an export, or requesting changes, counts as a search; continuing after an interruption is not counted until the round was sent twice over.',
    key: 'required',
    body: {
      description: 'At most 8 kB: the fields of a search without `limit` and `page`, or a cursor.',
      content: {
        'application/json': {
          schema: schemaRef('ExportRequest'),
          examples: { all: { summary: 'All nurses in Texas.', value: { keyword: 'nurse', location: 'Texas' } } },
        },
      },
    },
    answers: {
      200: {
        description: 'The jobs, one per line.',
        headers: counted,
        content: {
          'application/x-ndjson': asText(
            'An `ExportLine` on each line.',
            '{"change":"closed","id":"job_7Q3kX0pV2mZt5RfB"}\n',
          ),
          'text/csv': asText('RFC 4180: a line of names, then a row for each job.'),
        },
      },
    },
    problems: [...searchProblems, 'cursor-expired', 'too-many-exports'],
  },
};
