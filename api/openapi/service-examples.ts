import { problems } from '../../shared/problems/problem.js';
import { fields } from '../../shared/search/fields.js';

/** An example answer of `GET /api`. */
export const infoExample = {
  name: 'job-search',
  description: 'Searches many job boards at once and answers with one ranked list.',
  version: '1.0.0',
  releaseId: 'a1b2c3d',
  status: 'pass',
  time: '2026-11-21T09:15:38.004Z',
  checks: {
    'redis:responseTime': [
      { componentType: 'datastore', status: 'pass', observedValue: 1, observedUnit: 'ms', output: null },
    ],
    'workers:alive': [
      { componentType: 'component', status: 'pass', observedValue: 2, observedUnit: 'workers', output: null },
    ],
    'boards:neverRead': [
      { componentType: 'component', status: 'pass', observedValue: 12, observedUnit: 'boards', output: null },
    ],
  },
  endpoints: [{ method: 'POST', path: '/api/jobs/search', summary: 'Search for jobs.' }],
  fields: { keyword: fields.keyword, jobType: fields.jobType },
  alerts: true,
  plans: [
    {
      ...{ name: 'free', requests: 100, windowSeconds: 900, key: false, priority: 30, searchesAtOnce: 5 },
      ...{ exportsAtOnce: 0, watches: 0, descriptions: false, keptMegabytes: 8 },
    },
    {
      ...{ name: 'pro', requests: 1000, windowSeconds: 900, key: true, priority: 20, searchesAtOnce: 20 },
      ...{ exportsAtOnce: 2, watches: 100, descriptions: true, keptMegabytes: 64 },
    },
  ],
  problems: { 'rate-limited': problems['rate-limited'] },
};

/** The 503 answer of `GET /api` without Redis. */
export const failingInfoExample = {
  ...infoExample,
  status: 'fail',
  checks: {
    'redis:responseTime': [
      {
        componentType: 'datastore',
        status: 'fail',
        observedValue: null,
        observedUnit: 'ms',
        output: 'Redis does not respond: no answer within 500 ms',
      },
    ],
  },
};

/** An example answer of `GET /api/geo-stats`. */
export const geoStatsExample = {
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

/** An example answer of `GET /api/me`. */
export const meExample = {
  plan: 'pro',
  key: 'k_7Zr1Qd',
  quota: {
    requests: 1000,
    windowSeconds: 900,
    remaining: 987,
    resetSeconds: 412,
    resetsAt: '2026-11-21T09:22:30.004Z',
  },
  searchesAtOnce: 20,
  exportsAtOnce: 2,
  watches: 100,
  descriptions: true,
};
