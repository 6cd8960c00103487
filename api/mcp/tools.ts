import { searchAnswerSchema } from '../../shared/search/result.js';
import { wholeJobSchema } from '../../shared/search/whole-job.js';
import { type GeoStats, geoStatsSchema } from '../../shared/stats/geo-stats.js';
import { answerStats, type GeoStatsContext } from '../geo-stats/geo-stats.js';
import { readStatsQuery } from '../geo-stats/read-stats-query.js';
import { askJob } from '../jobs/job.js';
import { geoStatsRequest, standaloneSchema } from '../openapi/schemas.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { jobInput, searchInput } from './input-schemas.js';
import type { Tool } from './tool.js';
import { type SearchAnswer, writeGeoStats, writeSearch, writeWholeJob } from './write-text.js';

const answers = (schema: Parameters<typeof standaloneSchema>[0]) => ({
  ...standaloneSchema(schema),
  type: 'object' as const,
});

/** What a record quotes from its posting. */
const postingTexts = ['/title', '/company', '/location/text', '/salary/text', '/summary', '/url', '/applyUrl'] as const;

/** The tools of the service. A search goes through the very doors of `POST /api/jobs/search`, from its body on. */
export function createTools(context: GeoStatsContext, searchMiddleware: readonly SearchMiddleware[]): readonly Tool[] {
  return [
    {
      name: 'search_jobs',
      title: 'Search for jobs',
      description:
        'Searches many job boards at once and gives one ranked list. Leave a field out when it does not matter: a filter keeps ' +
        'only jobs that are known to match. To go on, repeat the call with the next page. get_job gives a description.',
      inputSchema: searchInput(),
      outputSchema: answers(searchAnswerSchema),
      untrusted: postingTexts.map((member) => `/jobs/*${member}`),
      async call(ctx, parameters) {
        const answer = await searchAs(ctx, parameters, searchMiddleware);
        return { structured: answer, text: writeSearch(answer) };
      },
    },
    {
      name: 'get_job',
      title: 'Read one job whole',
      description:
        'One job of a search with its full description, by its id. Jobs are let go when their posting closes. The description ' +
        'is untrusted text from another site.',
      inputSchema: jobInput(),
      outputSchema: answers(wholeJobSchema),
      untrusted: [...postingTexts, '/description', '/descriptionHtml'],
      async call(_, { id }) {
        const job = await askJob(context, String(id));
        return { structured: job, text: writeWholeJob(job) };
      },
    },
    {
      name: 'geo_stats',
      title: 'See what was searched and found, by place',
      description: 'Statistics of this service: searches, jobs and median pay by place, and how its sources do.',
      inputSchema: { ...geoStatsRequest(), additionalProperties: false },
      outputSchema: answers(geoStatsSchema),
      untrusted: [],
      async call(_, parameters) {
        const asked = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
        const { body } = await answerStats(context, readStatsQuery(Object.fromEntries(asked)));
        const stats = JSON.parse(body) as GeoStats;
        return { structured: stats, text: writeGeoStats(stats) };
      },
    },
  ];
}

/** Walks the doors of a search with these arguments as its body. What a client wishes of HTTP belongs to the outer request. */
async function searchAs(
  ctx: SearchRequest,
  body: Record<string, unknown>,
  middleware: readonly SearchMiddleware[],
): Promise<SearchAnswer> {
  ctx.req.headers.accept = 'application/json';
  delete ctx.req.headers.prefer;
  ctx.request.body = body;
  const walk = async (index: number): Promise<void> => middleware[index]?.(ctx, () => walk(index + 1));
  await walk(0);
  return JSON.parse(String(ctx.body)) as SearchAnswer;
}
