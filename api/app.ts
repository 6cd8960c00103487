import Router from '@koa/router';
import Koa from 'koa';
import { accountPage } from './account/account-page.js';
import { deleteAccount, exportKept, keptKilobytes, replaceKept, sendKept } from './account/kept.js';
import { type AccountState, finishSignIn, requireAccount, requireSignIn, signIn, signOut } from './account/sign-in.js';
import { boardsPages } from './boards/boards-page.js';
import type { AppContext } from './context.js';
import { docs, openapi, samples } from './docs/docs.js';
import { exportJobs } from './export/export.js';
import { feedRoute, readFeedQuery } from './feed/feed.js';
import { searchPage } from './feed/first-results.js';
import { listPage } from './feed/list-page.js';
import { salaryPage } from './feed/salary-page.js';
import { geoStats } from './geo-stats/geo-stats.js';
import { info } from './info/info.js';
import { company } from './jobs/company.js';
import { hiddenJobs, hide, unhide } from './jobs/hide.js';
import { job } from './jobs/job.js';
import { lookup } from './jobs/lookup.js';
import { similar } from './jobs/similar.js';
import { loadMcp } from './mcp/load-mcp.js';
import { checkOrigin } from './mcp/mcp.js';
import { me } from './me/me.js';
import { accessLog } from './middleware/access-log.js';
import { closeConnection, compressAnswer } from './middleware/answer.js';
import { serveUnderBasePath } from './middleware/base-path.js';
import { countJob, countRequest, traceRequest } from './middleware/count-request.js';
import { idempotency } from './middleware/idempotency.js';
import { authenticate, requestId, requireHost, requireKey, welcome } from './middleware/identify.js';
import { allowOrigins, onlyMethods, refuseParameters } from './middleware/only-methods.js';
import { renderProblems } from './middleware/problems.js';
import { parseFormBody, parseJsonBody } from './middleware/read-json.js';
import { speak } from './middleware/speak.js';
import { endpoints } from './openapi/operations.js';
import { browserProblems } from './pages/browser-problems.js';
import { companiesPage } from './pages/companies-page.js';
import { companyPage } from './pages/company-page.js';
import { geoPage } from './pages/geo-page.js';
import { manifest, openSearch, serviceWorker } from './pages/installable.js';
import { jobPage } from './pages/job-page.js';
import { knownPage } from './pages/known-page.js';
import { llmsFile, type Pages, pageFile, readPages, robotsFile } from './pages/pages.js';
import { savedPage } from './pages/saved-page.js';
import { sitemap } from './pages/sitemap.js';
import { countAndRead } from './search/count-and-read.js';
import { readFormat, readQuery, readSearch, wantFacets } from './search/read-query.js';
import { search } from './search/search.js';
import type { SearchState } from './search/search-context.js';
import { streamSearch } from './search/stream-search.js';
import { suggest } from './suggest/suggest.js';
import { alertForm, makeAlert } from './watches/alert.js';
import { confirmMail, stopMails } from './watches/mail-consent.js';
import { makePushAlert, pushKey } from './watches/push-alert.js';
import { listDeliveries, redeliver, testWatch } from './watches/send-now.js';
import {
  createWatch,
  getWatch,
  listWatches,
  patchWatch,
  pauseWatch,
  removeWatch,
  resumeWatch,
  rotateSecret,
} from './watches/watches.js';

/** Where these parameters belong: the fields of a search, an export, a lookup or a watch. */
const inBody = 'Send the fields as JSON in the body, or as parameters of GET /api/jobs/feed.';
const inExport = 'Send the fields as JSON in the body.';
const inLookup = 'Send "urls" and "ids" as JSON in the body.';
const inWatch = 'Send "search" and "url" as JSON in the body.';

/** The largest body of a lookup, in kilobytes: a hundred addresses. */
const lookupKilobytes = 64;

/** The largest message of the Model Context Protocol, in kilobytes: the arguments of a search and the client's metadata. */
const mcpKilobytes = 64;

/** The largest form of /boards, in kilobytes: a hundred addresses. */
const boardsKilobytes = 64;

/** Composes the application. Middleware runs in the order of this file; `problems` renders what is thrown after it. */
export function createApp(context: AppContext): Koa<SearchState> {
  const app = new Koa<SearchState>();
  // Koa's own error event: only clients that disconnect during an answer reach it.
  app.on('error', (error: unknown) => context.logger.debug({ err: error }, 'answer not delivered'));
  app.use(requestId(context));
  app.use(serveUnderBasePath(context.config));
  if (context.tracing.on) app.use(traceRequest(context));
  app.use(accessLog(context));
  if (context.config.CORS_ORIGIN.length > 0) app.use(allowOrigins(context.config));
  app
    .use(compressAnswer())
    .use(closeConnection(context))
    .use(renderProblems(context, endpoints))
    .use(requireHost(context.config))
    .use(onlyMethods(['POST'], '/api/jobs/search'))
    .use(onlyMethods(['POST'], '/api/jobs/facets'))
    .use(onlyMethods(['POST'], '/api/jobs/export'))
    .use(onlyMethods(['POST'], '/api/jobs/lookup'));
  if (context.config.SIGN_IN_REQUIRED !== 'off') app.use(requireSignIn(context));
  const pages = readPages(context.accounts.way !== null);
  const api = apiRoutes(context, pages);
  const watches = watchRoutes(context, pages);
  app.use(speak()).use(browserProblems(context, pages));
  app.use(api.routes()).use(watches.routes()).use(otherRoutes(context, pages).routes());
  if (context.accounts.way !== null) app.use(accountRoutes(context, pages).routes());
  app.use(api.allowedMethods()).use(watches.allowedMethods());
  return app;
}

function apiRoutes(context: AppContext, pages: Pages): Router<SearchState> {
  const router = new Router<SearchState>({ prefix: '/api' });
  router.get('/', refuseParameters(), info(context, endpoints));
  router.get('/geo-stats', geoStats(context));
  router.get('/suggest', suggest(context));
  router.get('/me', refuseParameters(), authenticate(context), me(context));
  router.get('/openapi.json', refuseParameters(), openapi(context));
  router.get('/docs', docs(context, pages)).get('/docs/samples', samples());
  router.get('/jobs/feed', authenticate(context), readFeedQuery(), feedRoute(), countAndRead(context), search(context));
  router.get('/jobs/:id', refuseParameters(), authenticate(context), countJob(context), job(context));
  const counted = [refuseParameters(), authenticate(context), countRequest(context)] as const;
  router.get('/jobs/:id/similar', ...counted, similar(context));
  const owner = [refuseParameters(), authenticate(context), requireKey('Hidden jobs')] as const;
  router.put('/jobs/:id/hidden', ...owner, hide(context)).delete('/jobs/:id/hidden', ...owner, unhide(context));
  router.get('/me/hidden', ...owner, hiddenJobs(context));
  router.get('/companies/:key', ...counted, company(context.findCompany));
  router.post(
    '/jobs/search',
    refuseParameters(inBody),
    readFormat(),
    authenticate(context),
    readSearch(),
    countAndRead(context),
    streamSearch(context),
    search(context),
  );
  router.post(
    '/jobs/facets',
    refuseParameters(inBody),
    authenticate(context),
    readSearch(),
    wantFacets(),
    countAndRead(context),
    search(context),
  );
  router.post(
    '/jobs/export',
    refuseParameters(inExport),
    authenticate(context),
    requireKey('Exports'),
    parseJsonBody(),
    exportJobs(context, innerSearch(context)),
  );
  router.post(
    '/jobs/lookup',
    refuseParameters(inLookup),
    authenticate(context),
    parseJsonBody(lookupKilobytes),
    countRequest(context),
    lookup(context),
  );
  return router;
}

/** Watches, for callers with a key. */
function watchRoutes(context: AppContext, pages: Pages): Router<SearchState> {
  const router = new Router<SearchState>({ prefix: '/api/watches' });
  const owner = [authenticate(context), requireKey('Watches')] as const;
  const known = [refuseParameters(), ...owner] as const;
  const once = idempotency(context);
  router
    .post('/', refuseParameters(inWatch), ...owner, parseJsonBody(), once, createWatch(context))
    .get('/', ...known, listWatches(context));
  // For people who receive a confirmation request by mail.
  router.get('/confirm', confirmMail(context, pages)).post('/confirm', confirmMail(context, pages));
  router.get('/stop', stopMails(context, pages)).post('/stop', stopMails(context, pages));
  router.get('/:id', ...known, getWatch(context)).delete('/:id', ...known, removeWatch(context));
  router.post('/:id/pause', ...known, pauseWatch(context)).post('/:id/resume', ...known, resumeWatch(context));
  router.patch('/:id', refuseParameters(inWatch), ...owner, parseJsonBody(), patchWatch(context));
  router
    .post('/:id/rotate', ...known, once, rotateSecret(context))
    .post('/:id/test', ...known, once, testWatch(context));
  router.get('/:id/deliveries', ...known, listDeliveries(context));
  router.post('/:id/deliveries/:n/redeliver', ...known, once, redeliver(context));
  return router;
}

/** Accounts of people who sign in. */
function accountRoutes(context: AppContext, pages: Pages): Router<SearchState & AccountState> {
  const router = new Router<SearchState & AccountState>();
  const owner = requireAccount(context);
  const visit = [authenticate(context), countRequest(context)] as const;
  router.get('/sign-in', ...visit, signIn(context)).get('/sign-in/done', ...visit, finishSignIn(context, pages));
  router.get('/account', accountPage(context, pages)).post('/sign-out', signOut(context, pages));
  // People change their saved data far more often than they search.
  const counted = [owner, authenticate(context), countJob(context)] as const;
  router.get('/account/kept', ...counted, sendKept(context));
  router.put('/account/kept', ...counted, parseJsonBody(keptKilobytes), replaceKept(context));
  router
    .get('/account/export', owner, exportKept(context))
    .post('/account/delete', owner, deleteAccount(context, pages));
  return router;
}

/** The search of a tool call or an export, once its fields have been read. */
const innerSearch = (context: AppContext) => [readQuery(), countAndRead(context), search(context)];

function otherRoutes(context: AppContext, pages: Pages): Router<SearchState> {
  const router = new Router<SearchState>();
  router.post(
    '/mcp',
    checkOrigin(context.config),
    authenticate(context),
    parseJsonBody(mcpKilobytes),
    loadMcp(context, innerSearch(context)),
  );
  // Workers answer questions about companies and pay.
  const known = [welcome(context), authenticate(context)] as const;
  const visit = [...known, countRequest(context)] as const;
  router.get('/jobs/:id', ...known, countJob(context), jobPage(context, pages));
  router.get('/companies', companiesPage(context, pages)).get('/companies/:key', ...visit, companyPage(context, pages));
  router.get('/salaries', ...visit, salaryPage(context, pages));
  router.get('/search', ...known, listPage(context, pages), countAndRead(context), search(context));
  router
    .get('/alerts', ...visit, alertForm(context, pages))
    .post('/alerts', authenticate(context), countRequest(context), parseFormBody(), makeAlert(context, pages));
  const asked = [authenticate(context), countRequest(context), parseJsonBody()] as const;
  router.get('/alerts/push', pushKey(context)).post('/alerts/push', ...asked, makePushAlert(context));
  const boards = boardsPages(context, pages);
  const form = [authenticate(context), countRequest(context), parseFormBody(boardsKilobytes)] as const;
  router
    .get('/boards', boards.page)
    .get('/boards/reading', boards.reading)
    .post('/boards', ...form, boards.change);
  router.post('/boards/code', ...form, boards.signIn).post('/boards/leave', ...form, boards.signOut);
  router.get('/robots.txt', robotsFile(context.config)).get('/llms.txt', llmsFile(context.config));
  const siteMap = sitemap(context);
  router.get('/sitemap.xml', siteMap).get('/sitemap-:part.xml', siteMap);
  const first = [authenticate(context), countAndRead(context), search(context)];
  router.get('/', welcome(context), searchPage(context, pages, first));
  router.get('/geo', geoPage(pages)).get('/saved', welcome(context), savedPage(pages));
  router.get('/manifest.webmanifest', manifest(pages)).get('/service-worker.js', serviceWorker(pages));
  router.get('/opensearch.xml', openSearch(context.config));
  router.get('/known', ...visit, knownPage(context, pages));
  router.get('/pages/:edition/:file', pageFile(pages));
  return router;
}
