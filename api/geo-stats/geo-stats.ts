import type { Middleware } from '../middleware/request-context.js';
import { sendTagged } from '../middleware/send-tagged.js';
import { readStatsQuery } from './read-stats-query.js';
import type { ReadyStats } from './ready-stats.js';
import { definitions } from './write-answer.js';

/** The part of the application's context that geo-stats needs. */
export type GeoStatsContext = { stats: ReadyStats };

/** GET /api/geo-stats: searches and jobs by place, as observed by this service (docs/reference/geo-stats.md). */
export function geoStats({ stats }: GeoStatsContext): Middleware {
  return async function geoStats(ctx) {
    const { body, tag } = await stats.answer(readStatsQuery(ctx.query));
    ctx.set('Cache-Control', 'max-age=30');
    ctx.set('Link', `<${definitions}>; rel="describedby"`);
    sendTagged(ctx, { tag, type: 'application/json; charset=utf-8', body });
  };
}
