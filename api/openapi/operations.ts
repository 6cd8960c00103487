import { companyOperation, similarOperation } from './company-operations.js';
import { answerExamples, eventsExample, linesExample, requestExamples, wholeJobExample } from './examples.js';
import { searchFacets } from './facets-operation.js';
import { counted, listed } from './headers.js';
import { hiddenOperation, hideOperation, unhideOperation } from './hidden-operations.js';
import { lookupOperation } from './lookup-operation.js';
import { accepted, json, type Operation, type PathItem, searchProblems } from './operation.js';
import { feedParameters, geoStatsParameters, parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';
import { schemaRef } from './schemas.js';
import { failingInfoExample, geoStatsExample, infoExample, meExample } from './service-examples.js';
import { suggestOperation } from './suggest-operation.js';
import { watchPaths } from './watch-operations.js';

export type { Operation, PathItem } from './operation.js';

const searchJobs = (): Operation => ({
  operationId: 'searchJobs',
  tags: ['Jobs'],
  summary: 'Search for jobs.',
  description:
    'All fields are optional strings; `{}` matches every job. Values are accepted the way people write them. To get the next ' +
    'page, send `next` from the answer.\n\n' +
    'With `Accept: text/event-stream` the answer is a stream of events: `search` lists the sources, `source` is the report of ' +
    'one, `progress` the counts of all, `jobs` is the answer so far, and the last event is `result` with the complete answer, or `problem`. A cached answer ' +
    'is a single `result`; an invalid request gets an ordinary problem. `text/csv`, `application/x-ndjson`, ' +
    '`application/feed+json` and `application/atom+xml` give the jobs of the page as a list.\n\n' +
    'A search counts as one, cached or not. Requests that are rejected with 400, 401, 413 or 415 are not counted.',
  parameters: [parameters.requestId, parameters.prefer, parameters.cacheControl],
  security: [{}, { apiKey: [] }],
  requestBody: {
    required: true,
    description: 'At most 8 kB.',
    content: { 'application/json': { schema: schemaRef('SearchRequest'), examples: requestExamples } },
  },
  responses: {
    200: answered('The jobs; `partial`, `stale` and `sources` say how complete and how recent the answer is.', {
      headers: [...counted, 'Cache-Status', 'Preference-Applied'],
      content: {
        'application/json': { schema: schemaRef('SearchAnswer'), examples: answerExamples },
        'text/event-stream': { schema: eventStream, example: eventsExample },
        'application/x-ndjson': {
          schema: { type: 'string', description: 'A `Job` on each line.' },
          example: linesExample,
        },
        ...lists,
      },
    }),
    202: accepted(),
    ...problemResponses(searchProblems),
  },
});

/** The jobs of a page in the forms that other programs read. */
const lists = {
  'application/feed+json': { schema: schemaRef('JobFeed') },
  'application/atom+xml': { schema: { type: 'string', description: 'Atom, RFC 4287.' } },
  'text/csv': { schema: { type: 'string', description: 'RFC 4180: a line of names, then a row for each job.' } },
};

/** OpenAPI 3.1 has no schema for the events of a stream: their names are listed with the schemas of their data. */
const eventStream = {
  type: 'string',
  description:
    'Server-sent events; the data of each is JSON: `search` is a `SearchStarted`, `source` a `ReportedSource`, `progress` a ' +
    '`SearchProgress`, `jobs` and `result` a `SearchAnswer`, `problem` a `Problem`.',
};

/** Those of a search that a request without a body cannot meet. */
const bodyProblems: ReadonlySet<string> = new Set(['invalid-json', 'body-too-large', 'unsupported-type']);

const searchFeed = (): Operation => ({
  operationId: 'searchFeed',
  tags: ['Jobs'],
  summary: 'A search as a feed or table, by its address alone.',
  description:
    'For feed readers and spreadsheets: the fields of a search as query parameters. Atom, JSON Feed 1.1 (with the record of each ' +
    'job in `_job_search`) or CSV (RFC 4180). Counted like a search, a 304 too.',
  parameters: [
    ...feedParameters(),
    parameters.ifNoneMatch,
    parameters.ifModifiedSince,
    parameters.requestId,
    parameters.prefer,
  ],
  security: [{}, { apiKey: [] }],
  responses: {
    200: answered('The jobs of the page.', {
      headers: [...counted, 'Cache-Status', 'Preference-Applied', 'ETag', ...listed],
      content: lists,
    }),
    202: accepted(),
    304: answered('Nothing has changed since your copy.', { headers: [...counted, 'ETag', 'Last-Modified'] }),
    ...problemResponses(searchProblems.filter((code) => !bodyProblems.has(code))),
  },
});

const exportJobs = (): Operation => ({
  operationId: 'exportJobs',
  tags: ['Jobs'],
  summary: 'All jobs of a search, and what changed since.',
  description:
    'Streams every job that meets a search, not only the first 1,000, without near matches and without `match`. Each line says ' +
    'what to do with a copy: `added` and `changed` have the `job`, `closed` only its `id`. Lines with `change: cursor` come in ' +
    'between: after an interruption, send the last one as `cursor` and the export goes on from there. The last line has ' +
    '`change: end`; without it the export is not complete. Its `cursor` later gives what changed since. A cursor is good ' +
    'for 7 days after its last use, and for one reader.\n\n' +
    'Beginning an export, or asking for changes, counts as a search; continuing after an interruption is not counted until the round was sent twice over.',
  parameters: [parameters.requestId],
  security: [{ apiKey: [] }],
  requestBody: {
    required: true,
    description: 'At most 8 kB: the fields of a search without `limit` and `page`, or a cursor.',
    content: {
      'application/json': {
        schema: schemaRef('ExportRequest'),
        examples: { all: { summary: 'All nurses in Texas.', value: { keyword: 'nurse', location: 'Texas' } } },
      },
    },
  },
  responses: {
    200: answered('The jobs, one a line.', {
      headers: counted,
      content: {
        'application/x-ndjson': {
          schema: { type: 'string', description: 'An `ExportLine` on each line.' },
          example: exportExample,
        },
        'text/csv': lists['text/csv'],
      },
    }),
    ...problemResponses([...searchProblems, 'key-required', 'cursor-expired', 'too-many-exports']),
  },
});

const exportExample = '{"change":"closed","id":"job_7Q3kX0pV2mZt5RfB"}\n';

const getJob = (): Operation => ({
  operationId: 'getJob',
  tags: ['Jobs'],
  summary: 'One job with its description.',
  description:
    'The record from a search without `match`, with `description` and `descriptionHtml`. Not counted as a search, but against a bound of its own: ten times the searches of the plan.',
  parameters: [parameters.jobId, parameters.ifNoneMatch, parameters.requestId],
  security: [{}, { apiKey: [] }],
  responses: {
    200: answered('The job.', { headers: [...counted, 'ETag'], content: json('WholeJob', wholeJobExample) }),
    304: answered('Nothing but `lastSeenAt` has changed since your copy.', { headers: [...counted, 'ETag'] }),
    ...problemResponses([
      ...(['invalid-request', 'invalid-key', 'not-found', 'rate-limited', 'too-many-unknown-keys'] as const),
      ...(['too-many-invalid-requests', 'internal-error', 'unavailable'] as const),
    ]),
  },
});

const me = (): Operation => ({
  operationId: 'me',
  tags: ['Service'],
  summary: 'Your plan and quota.',
  description: 'Whose key you send, and what is left of its quota; without a key, that of your address. Not counted.',
  parameters: [parameters.requestId],
  security: [{}, { apiKey: [] }],
  responses: {
    200: answered('Your plan, and what is left of your quota.', { headers: counted, content: json('Me', meExample) }),
    ...problemResponses([
      'invalid-request',
      'invalid-key',
      'too-many-unknown-keys',
      'too-many-invalid-requests',
      'internal-error',
      'unavailable',
    ]),
  },
});

const geoStats = (): Operation => ({
  operationId: 'geoStats',
  tags: ['Service'],
  summary: 'Searches and jobs by place.',
  description: 'What this service itself observed. Values that were not measured are `null`, never 0. Not counted.',
  parameters: [...geoStatsParameters(), parameters.ifNoneMatch, parameters.requestId],
  security: [],
  responses: {
    200: answered('The statistics.', { headers: ['ETag', 'Link'], content: json('GeoStats', geoStatsExample) }),
    304: answered('Nothing has changed since your copy.', { headers: ['ETag'] }),
    ...problemResponses(['invalid-request', 'too-many-invalid-requests', 'internal-error', 'unavailable']),
  },
});

const info = (): Operation => ({
  operationId: 'info',
  tags: ['Service'],
  summary: 'Health and a description of the API.',
  description:
    'Every field with its accepted values, every plan and every problem, from the tables that the service uses.',
  parameters: [parameters.requestId],
  security: [],
  responses: {
    200: answered('`pass`, or `warn` with the reason in `checks`.', {
      headers: ['Link'],
      content: json('Info', infoExample),
    }),
    503: answered('`fail`: Redis cannot be reached.', { headers: ['Link'], content: json('Info', failingInfoExample) }),
    ...problemResponses(['invalid-request', 'too-many-invalid-requests', 'internal-error']),
  },
});

const openapi = (): Operation => ({
  operationId: 'openapi',
  tags: ['Service'],
  summary: 'This document.',
  description: 'OpenAPI 3.1, generated from the schemas that validate.',
  parameters: [parameters.ifNoneMatch, parameters.requestId],
  security: [],
  responses: {
    200: answered('The document.', {
      headers: ['ETag'],
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    304: answered('Nothing has changed since your copy.', { headers: ['ETag'] }),
    ...problemResponses(['invalid-request', 'too-many-invalid-requests']),
  },
});

const docs = (): Operation => ({
  operationId: 'docs',
  tags: ['Service'],
  summary: 'A page to read this document and try it out.',
  description: 'Works offline: all of its files come from this service.',
  parameters: [parameters.ifNoneMatch, parameters.requestId],
  security: [],
  responses: {
    200: answered('The page.', { headers: ['ETag'], content: { 'text/html': { schema: { type: 'string' } } } }),
    304: answered('Nothing has changed since your copy.', { headers: ['ETag'] }),
  },
});

/** All operations by path. */
export function paths(): Record<string, PathItem> {
  return {
    '/api/jobs/search': { post: searchJobs() },
    '/api/jobs/facets': { post: searchFacets() },
    '/api/jobs/feed': { get: searchFeed() },
    '/api/jobs/export': { post: exportJobs() },
    '/api/jobs/lookup': { post: lookupOperation() },
    '/api/jobs/{id}': { get: getJob() },
    '/api/jobs/{id}/similar': { get: similarOperation() },
    '/api/jobs/{id}/hidden': { put: hideOperation(), delete: unhideOperation() },
    '/api/companies/{key}': { get: companyOperation() },
    '/api/suggest': { get: suggestOperation() },
    ...watchPaths(),
    '/api/me': { get: me() },
    '/api/me/hidden': { get: hiddenOperation() },
    '/api/geo-stats': { get: geoStats() },
    '/api': { get: info() },
    '/api/openapi.json': { get: openapi() },
    '/api/docs': { get: docs() },
  };
}
