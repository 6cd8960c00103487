import Router from '@koa/router';
import Koa from 'koa';
import type { AppContext, State } from './context.js';
import { docs, docsFiles } from './docs/docs.js';
import { info } from './docs/info.js';
import { openapi } from './docs/openapi.js';
import { resumeFromFastPath } from './fast-path/resume-from-fast-path.js';
import { geoStats } from './geo-stats/geo-stats.js';
import { job } from './jobs/job.js';
import { checkOrigin } from './mcp/check-origin.js';
import { loadMcp } from './mcp/load-mcp.js';
import { accessLog } from './middleware/access-log.js';
import { allowOrigins } from './middleware/allow-origins.js';
import { authenticate } from './middleware/authenticate.js';
import { limit } from './middleware/limit.js';
import { only } from './middleware/only-methods.js';
import { type Endpoint, problems } from './middleware/problems.js';
import { readJson } from './middleware/read-json.js';
import { requestId } from './middleware/request-id.js';
import { requireHost } from './middleware/require-host.js';
import { traceRequest } from './middleware/trace-request.js';
import { page, pageFile, readPages } from './pages/pages.js';
import { prefetchDocument } from './search/prefetch-document.js';
import { readQuery } from './search/read-query.js';
import { search } from './search/search.js';
import { live } from './search/stream-search.js';
import { closeConnection } from './server/graceful-shutdown.js';

/** The addresses of this service, as `GET /api` lists them and as a 404 suggests them. */
export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/api', summary: 'Health and this description.' },
  { method: 'POST', path: '/api/jobs/search', summary: 'Search for jobs.' },
  { method: 'GET', path: '/api/jobs/{id}', summary: 'One held job whole, with its description.' },
  { method: 'GET', path: '/api/geo-stats', summary: 'What was searched and found, by place.' },
  { method: 'GET', path: '/api/openapi.json', summary: 'This API in OpenAPI 3.1.' },
  { method: 'GET', path: '/api/docs', summary: 'This API to read and to try.' },
  { method: 'POST', path: '/mcp', summary: 'The same for AI assistants (Model Context Protocol).' },
];

/** A message of the Model Context Protocol at most: the arguments of a search, and what a client tells of itself. */
const mcpKilobytes = 64;

/** The corridor: every request walks these doors from left to right, and errors walk back out through `problems`. */
export function createApp(context: AppContext): Koa<State> {
  const app = new Koa<State>();
  const router = new Router<State>({ prefix: '/api' });

  router.get('/', info(context, endpoints));
  router.get('/geo-stats', geoStats(context));
  router.get('/openapi.json', openapi(context));
  router.get('/docs', docs());
  for (const [name, file] of Object.entries(docsFiles())) router.get(`/docs/${name}`, file);
  router.get('/jobs/:id', job(context));
  const searchMiddleware = [readQuery(), prefetchDocument(context), limit(context), live(context), search(context)];
  router.post('/jobs/search', resumeFromFastPath(context), authenticate(context), readJson(), ...searchMiddleware);

  const root = new Router<State>();
  root.post(
    '/mcp',
    checkOrigin(context.config),
    authenticate(context),
    readJson(mcpKilobytes),
    loadMcp(context, searchMiddleware),
  );
  const pages = readPages();
  root.get('/', page(pages, 'search.html')).get('/geo', page(pages, 'geo.html'));
  root.get('/pages/:edition/:file', pageFile(pages));

  // What is left for Koa's own error path: a client that hung up while it was answered.
  app.on('error', (error: unknown) => context.logger.debug({ err: error }, 'answer not delivered'));
  app.use(requestId(context));
  if (context.tracing.on) app.use(traceRequest(context));
  app.use(accessLog(context)).use(closeConnection(context.shutdown));
  if (context.config.CORS_ORIGIN.length > 0) app.use(allowOrigins(context.config));
  app
    .use(problems(context, endpoints))
    .use(requireHost(context.config))
    .use(only(['POST'], '/api/jobs/search'));
  app.use(router.routes()).use(root.routes()).use(router.allowedMethods());
  return app;
}
