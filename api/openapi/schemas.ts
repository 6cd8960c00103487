import { z } from 'zod';
import { meSchema } from '../../shared/auth/me.js';
import { planSchema } from '../../shared/auth/plans.js';
import { cursorLength, exportedJobSchema, exportLineSchema } from '../../shared/export/export-chunk.js';
import { fieldErrorSchema, problemCodes, problemSchemas } from '../../shared/problems/problem-body.js';
import { companyAnswerSchema } from '../../shared/search/company.js';
import { facetPaySchema, facetRowSchema, facetsAnswerSchema, facetsSchema } from '../../shared/search/facets.js';
import { hiddenJobsSchema } from '../../shared/search/hidden-jobs.js';
import { healthCheckSchema, infoSchema } from '../../shared/search/info.js';
import {
  companySchema,
  jobSchema,
  locationSchema,
  otherBoardSchema,
  salarySchema,
  wholeJobSchema,
} from '../../shared/search/job.js';
import { lookupAnswerSchema, lookupRequestSchema } from '../../shared/search/lookup.js';
import { querySchema } from '../../shared/search/query/parse-query.js';
import {
  acceptedSchema,
  canonicalQuerySchema,
  reportedSourceSchema,
  searchAnswerSchema,
  searchProgressSchema,
  searchStartedSchema,
  sourceCountsSchema,
  sourceReportSchema,
} from '../../shared/search/result.js';
import { similarAnswerSchema } from '../../shared/search/similar.js';
import { evidenceSchema, homeSchema } from '../../shared/search/stated-facts.js';
import { suggestAnswerSchema, suggestedWordSchema } from '../../shared/search/suggest-answer.js';
import {
  geoStatsSchema,
  percentilesSchema,
  placeStatsSchema,
  sourceStatsSchema,
  workplaceCountsSchema,
} from '../../shared/stats/geo-stats.js';
import {
  attemptListSchema,
  attemptSchema,
  deliveryBodySchema,
  watchTestSchema,
} from '../../shared/watches/attempts.js';
import { addressLength } from '../../shared/watches/destinations.js';
import { rhythms } from '../../shared/watches/rhythm.js';
import { createdWatchSchema, watchedSearchSchema, watchListSchema, watchSchema } from '../../shared/watches/watch.js';
import { seenSchema } from '../../shared/words/seen.js';
import { jobFeedSchema } from '../formats/feeds.js';
import { geoStatsRequest } from '../geo-stats/geo-stats-operations.js';
import { problemName, schemaRef } from './operation.js';
import type { JsonSchema } from './parameters.js';

/** Response bodies by their name in the document; the tests validate answers with the same schemas. */
export const answerSchemas: Readonly<Record<string, z.ZodType>> = {
  SearchAnswer: searchAnswerSchema,
  SearchQuery: canonicalQuerySchema,
  SourceReport: sourceReportSchema,
  SourceCounts: sourceCountsSchema,
  Job: jobSchema,
  Opening: exportedJobSchema,
  Company: companySchema,
  SeenOpening: seenSchema,
  OtherBoard: otherBoardSchema,
  RemoteHome: homeSchema,
  Evidence: evidenceSchema,
  JobFeed: jobFeedSchema,
  Salary: salarySchema,
  Location: locationSchema,
  ExportLine: exportLineSchema,
  FacetsAnswer: facetsAnswerSchema,
  Facets: facetsSchema,
  FacetRow: facetRowSchema,
  FacetPay: facetPaySchema,
  Accepted: acceptedSchema,
  SearchStarted: searchStartedSchema,
  ReportedSource: reportedSourceSchema,
  SearchProgress: searchProgressSchema,
  WholeJob: wholeJobSchema,
  LookupAnswer: lookupAnswerSchema,
  SimilarAnswer: similarAnswerSchema,
  HiddenJobs: hiddenJobsSchema,
  CompanyAnswer: companyAnswerSchema,
  SuggestAnswer: suggestAnswerSchema,
  SuggestedWord: suggestedWordSchema,
  GeoStats: geoStatsSchema,
  PlaceStats: placeStatsSchema,
  SourceStats: sourceStatsSchema,
  Percentiles: percentilesSchema,
  WorkplaceCounts: workplaceCountsSchema,
  Watch: watchSchema,
  CreatedWatch: createdWatchSchema,
  WatchList: watchListSchema,
  WatchTest: watchTestSchema,
  Delivery: deliveryBodySchema,
  WatchDelivery: attemptSchema,
  WatchDeliveryList: attemptListSchema,
  WatchedSearch: watchedSearchSchema,
  Me: meSchema,
  Info: infoSchema,
  HealthCheck: healthCheckSchema,
  Plan: planSchema,
  FieldError: fieldErrorSchema,
  ...Object.fromEntries(problemCodes().map((code) => [problemName(code), problemSchemas[code]])),
};

/** All schemas of the document by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answerSchemas)) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, { uri: (id) => `#/components/schemas/${id}`, override: forClients });
  const problems = problemCodes().map(problemName);
  return {
    SearchRequest: requestSchema(),
    ExportRequest: exportRequest(),
    LookupRequest: withoutIdentity(z.toJSONSchema(lookupRequestSchema)),
    WatchRequest: watchRequest,
    WatchChange: watchChange,
    GeoStatsRequest: geoStatsRequest(),
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)])),
    Problem: {
      description: 'Any problem (RFC 9457). Branch on `code`.',
      oneOf: problems.map(schemaRef),
      discriminator: {
        propertyName: 'code',
        mapping: Object.fromEntries(problemCodes().map((code) => [code, schemaRef(problemName(code)).$ref])),
      },
    },
  };
}

/** The request body of a search. */
export function requestSchema(): JsonSchema {
  return withoutIdentity(z.toJSONSchema(querySchema, { io: 'input', unrepresentable: 'any' }));
}

/** The request body of an export: a search without its page, or a cursor. */
function exportRequest(): JsonSchema {
  const { properties = {}, ...schema } = requestSchema() as { properties?: Record<string, JsonSchema> };
  const { limit: _limit, page: _page, ...fields } = properties;
  const cursor = {
    type: 'string',
    maxLength: cursorLength,
    description: 'Where to continue; omit the other fields.',
  };
  return { ...schema, properties: { ...fields, cursor } };
}

/** The members of a watch that its caller sets. */
export const watchMembers = {
  search: schemaRef('SearchRequest'),
  url: {
    type: 'string',
    maxLength: addressLength,
    description:
      'Where new openings are sent: a webhook (`https://example.com/hook`; http and private hosts only where the operator lets ' +
      'them through) or, where the operator offers it, `mailto:me@example.com`, `ntfy:my-topic`, `slack:T000/B000/XXXX`, `discord:1234/XXXX`, `telegram:-1001234` or `apprise:family`.',
  },
  rhythm: {
    type: 'string',
    anyOf: [{ enum: ['', ...rhythms] }, { description: 'Other spellings.' }],
    description:
      'How often new openings are sent: as they are found (the default), on each hour, or at 08:00, each day or on Mondays.',
  },
  quietHours: {
    type: 'string',
    maxLength: 100,
    description: 'When nothing is sent, such as `22:00-07:00`; none by default.',
  },
  timeZone: {
    type: 'string',
    maxLength: 100,
    description: 'The IANA time zone of both, such as `Europe/Berlin`; UTC by default.',
  },
} as const satisfies Record<string, JsonSchema>;

/** The request body that creates or changes a watch. */
const watchRequest: JsonSchema = {
  type: 'object',
  properties: watchMembers,
  required: ['search', 'url'],
  additionalProperties: false,
};
const watchChange: JsonSchema = {
  type: 'object',
  properties: watchMembers,
  minProperties: 1,
  additionalProperties: false,
};

/** The schema of an answer without references to other schemas. */
export function standaloneSchema(schema: z.ZodType): JsonSchema {
  return withoutIdentity(z.toJSONSchema(schema, { override: forClients }));
}

function withoutIdentity({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/**
 * Relaxes the schema of an answer for clients: new members may appear, so additional ones are allowed; `date-time`
 * makes the pattern redundant, and `Number.MAX_SAFE_INTEGER` is not a limit of the API. A record with known keys
 * becomes an object with these properties: client generators do not read `propertyNames`.
 */
function forClients({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const { enum: keys } = (jsonSchema.propertyNames ?? {}) as { enum?: string[] };
  if (keys === undefined) return;
  jsonSchema.properties = Object.fromEntries(keys.map((key) => [key, jsonSchema.additionalProperties]));
  delete jsonSchema.propertyNames;
  delete jsonSchema.additionalProperties;
}
