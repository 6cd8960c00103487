import { z } from 'zod';
import { json, type Operations, queryParameter } from '../openapi/operation.js';
import type { JsonSchema } from '../openapi/parameters.js';
import { statsQuerySchema } from './write-answer.js';

// The operation of GET /api/geo-stats; its parameters come from the schema that reads them.

/** The query parameters of geo-stats as one object, all optional. */
export function geoStatsRequest(): { type: 'object'; properties: Record<string, JsonSchema> } {
  const { properties = {} } = z.toJSONSchema(statsQuerySchema) as { properties?: Record<string, JsonSchema> };
  return { type: 'object', properties };
}

const example = {
  generatedAt: '2026-11-21T09:15:38.004Z',
  window: { from: '2026-11-20T10:00:00.000Z', to: '2026-11-21T09:15:38.004Z', hours: 24 },
  definitions: '/geo#definitions',
  searches: {
    total: 1840,
    cached: 1290,
    collected: 531,
    failed: 19,
    hitRate: 0.701,
    tookMs: { p50: 9, p95: 6200 },
  },
  totals: {
    places: 212,
    searches: 1840,
    jobs: 61_240,
    newJobs: 4020,
    workplaces: { 'on site': 38_211, hybrid: 11_902, remote: 9_599, unknown: 1528 },
  },
  places: [
    {
      place: 'Austin, TX',
      city: 'Austin',
      region: 'TX',
      country: 'US',
      lat: 30.27,
      lon: -97.74,
      searches: 212,
      jobs: 4312,
      newJobs: 310,
      workplaces: { 'on site': 2811, hybrid: 902, remote: 599, unknown: 0 },
      salary: { currency: 'USD', known: 1877, medianYearly: 118_000 },
      tookMs: { p50: 2100, p95: 7400 },
      lastCollectedAt: '2026-11-21T09:14:03.512Z',
    },
  ],
  sources: [
    {
      name: 'greenhouse',
      status: 'ok',
      asked: 531,
      answered: 524,
      timedOut: 5,
      failed: 2,
      jobs: 61_240,
      tookMs: { p50: 780, p95: 2300 },
      lastAnswerAt: '2026-11-21T09:14:03.100Z',
      restingUntil: null,
    },
  ],
  sourceCounts: { total: 1, ok: 1, resting: 0 },
  workers: [
    {
      id: 'worker-1',
      startedAt: '2026-11-20T07:00:00.000Z',
      lastSeenAt: '2026-11-21T09:15:35.000Z',
      running: 1,
      finished: 402,
    },
  ],
  generativeEngines: {
    requests: 1840,
    fromEngines: 212,
    share: 0.115,
    engines: [
      {
        engine: 'openai',
        requests: 120,
        kinds: { agent: 90, crawler: 22, referral: 8 },
        lastSeenAt: '2026-11-21T09:12:00.000Z',
      },
    ],
  },
  series: [{ at: '2026-11-21T09:00:00.000Z', searches: 92, cached: 70, failed: 1, jobs: 2112, fromEngines: 11 }],
};

export const geoStatsOperations: Operations = {
  'GET /api/geo-stats': {
    operationId: 'geoStats',
    tag: 'Service',
    summary: 'Searches and results by place.',
    description: 'Observations of this service. Values that were not measured are `null`, never 0. Not counted.',
    key: 'none',
    parameters: Object.entries(geoStatsRequest().properties).map(([name, schema]) => queryParameter(name, schema)),
    tagged: true,
    answers: { 200: { description: 'The statistics.', headers: ['Link'], content: json('GeoStats', example) } },
  },
};
