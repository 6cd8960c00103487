import type { Costs } from './measure.js';

/** The assumptions of the model: how the service is used, and its sources. */
export type Use = {
  searchesADay: number;
  /** How much busier the busiest hour is than the mean. */
  peak: number;
  /** Share of searches answered from the cache. */
  hitShare: number;
  /** Sources collected whole, with the postings of each; each is collected at most once per `freshSeconds`. */
  boards: number;
  postingsABoard: number;
  freshSeconds: number;
  /** Sources requested for every new keyword or place, and the pages read each time. */
  siteSources: number;
  siteShare: number;
  pagesASite: number;
  renderedSources: number;
  /** Maximum pages per minute requested from a host. */
  perMinute: number;
  /** How full a core may be at the peak. */
  fill: number;
  /** Searches cached at once: the different searches of a day, since STALE_SECONDS is a day. */
  documents: number;
  jobsADocument: number;
};

/** A million searches a day over forty company boards, four career sites and one that needs a browser. */
export const million: Use = {
  searchesADay: 1_000_000,
  peak: 3,
  hitShare: 0.85,
  boards: 40,
  postingsABoard: 500,
  freshSeconds: 600,
  siteSources: 4,
  siteShare: 0.3,
  pagesASite: 10,
  renderedSources: 1,
  perMinute: 60,
  fill: 0.6,
  documents: 100_000,
  jobsADocument: 50,
};

type Line = { what: string; how: string; result: string };

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const fine = (value: number): string =>
  value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(1);

/** The arithmetic, line by line: later lines use the results of earlier ones. */
export function modelOf(costs: Costs, use: Use): Line[] {
  const perSecond = (use.searchesADay / 86_400) * use.peak;
  const runs = perSecond * (1 - use.hitShare);
  const boardPostings = (use.boards * use.postingsABoard) / use.freshSeconds;
  const wanted = runs * use.siteShare * use.pagesASite;
  const pages = use.siteSources * Math.min(wanted, use.perMinute / 60);
  const rendered = use.renderedSources * Math.min(wanted, use.perMinute / 60);
  // The cost of matching grows with the number of held postings.
  const held = use.boards * use.postingsABoard;
  const run = (costs.runWorker * held) / costs.postings;
  const api = (perSecond * costs.hitApi + runs * costs.runApi) / 1000;
  const redis = (perSecond * costs.hitRedis + runs * costs.runRedis) / 1000;
  const http = (runs * run + boardPostings * costs.posting + pages * costs.pageHttp) / 1000;
  const browser = (rendered * costs.pageBrowser) / 1000;
  const cores = (busy: number) => Math.ceil(busy / use.fill);
  const bytes = use.documents * use.jobsADocument * costs.documentJobBytes + held * costs.postingBytes;
  return [
    {
      what: 'searches a second at the peak',
      how: `${whole(use.searchesADay)} / 86,400 × ${use.peak}`,
      result: fine(perSecond),
    },
    { what: 'runs a second', how: `× ${fine(1 - use.hitShare)} that are not held`, result: fine(runs) },
    {
      what: 'postings collected a second',
      how: `${use.boards} boards × ${use.postingsABoard} / ${use.freshSeconds} s`,
      result: fine(boardPostings),
    },
    {
      what: 'pages a second each searched site is wanted for',
      how: `runs × ${use.siteShare} new to it × ${use.pagesASite} pages`,
      result: `${fine(wanted)}; a polite pace allows ${fine(use.perMinute / 60)}`,
    },
    { what: 'pages by HTTP a second', how: `${use.siteSources} sites × the lesser`, result: fine(pages) },
    { what: 'pages by Chromium a second', how: `${use.renderedSources} site × the lesser`, result: fine(rendered) },
    {
      what: 'a run',
      how: `${fine(costs.runWorker)} ms × ${whole(held)} / ${whole(costs.postings)} postings`,
      result: `${fine(run)} ms`,
    },
    {
      what: 'cores of APIs',
      how: `searches × ${fine(costs.hitApi)} ms + runs × ${fine(costs.runApi)} ms`,
      result: `${fine(api)} → ${cores(api)}`,
    },
    {
      what: 'cores of Redis',
      how: `searches × ${fine(costs.hitRedis)} ms + runs × ${fine(costs.runRedis)} ms`,
      result: `${fine(redis)} (one thread: at most 1)`,
    },
    {
      what: 'cores of HTTP workers',
      how: `runs × ${fine(run)} ms + postings × ${fine(costs.posting)} ms + pages × ${fine(costs.pageHttp)} ms`,
      result: `${fine(http)} → ${cores(http)}`,
    },
    {
      what: 'cores of browser workers',
      how: `pages × ${fine(costs.pageBrowser)} ms`,
      result: `${fine(browser)} → ${cores(browser)}`,
    },
    {
      what: 'Redis memory',
      how: `${whole(use.documents)} searches × ${use.jobsADocument} jobs × ${fine(costs.documentJobBytes / 1000)} kB + ${whole(held)} postings × ${fine(costs.postingBytes / 1000)} kB`,
      result: `${fine(bytes / 1e9)} GB`,
    },
  ];
}

/** The measured costs and the arithmetic, as Markdown. */
export function describeModel(costs: Costs, use: Use): string {
  const measured: [string, string][] = [
    ['a search answered from what is held', `API ${fine(costs.hitApi)} ms, Redis ${fine(costs.hitRedis)} ms`],
    [
      `a new search over ${whole(costs.postings)} held postings`,
      `worker ${fine(costs.runWorker)} ms, API ${fine(costs.runApi)} ms, Redis ${fine(costs.runRedis)} ms`,
    ],
    ['a posting of a whole board, read again unchanged', `worker ${fine(costs.posting)} ms`],
    ['a page of a career site by HTTP', `worker ${fine(costs.pageHttp)} ms`],
    ['a page of a career site by Chromium', `worker and Chromium ${fine(costs.pageBrowser)} ms`],
    ['a job of a held search', `Redis ${fine(costs.documentJobBytes / 1000)} kB`],
    ['a held posting', `Redis ${fine(costs.postingBytes / 1000)} kB, a worker some 2 kB with a folder for segments`],
  ];
  return [
    '| work | processor time or memory |',
    '| --- | --- |',
    ...measured.map(([work, price]) => `| ${work} | ${price} |`),
    '',
    `A million searches a day, busiest hour ${use.peak} times the mean, ${use.hitShare * 100} % held, cores ${use.fill * 100} % full at the peak:`,
    '',
    '| | how | |',
    '| --- | --- | --- |',
    ...modelOf(costs, use).map(({ what, how, result }) => `| ${what} | ${how} | **${result}** |`),
  ].join('\n');
}
