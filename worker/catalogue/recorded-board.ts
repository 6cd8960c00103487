import { z } from 'zod';
import { tableOf } from '../../shared/table-of.js';
import { fillSettings } from '../recognise/address-template.js';
import { parseAddress, recogniseAddress } from '../recognise/recognise-address.js';

/**
 * How the list of colophon-group/jobseek says that a board is read: its columns `monitor_type` and `monitor_config`,
 * and for posting pages `scraper_type` and `scraper_config`. Configurations are JSON, or empty.
 */
export type Recorded = { system: string; config: string; pages: string; pagesConfig: string };

/** Longer addresses are left out. */
const longestAddress = 300;

/** Board addresses of the systems that the list names, filled with its data about the board. */
const templates = tableOf({
  ashby: 'jobs.ashbyhq.com/{token}',
  avature: '{listing_url}',
  breezy: '{slug}.breezy.hr',
  comeet: 'www.comeet.co/careers-api/2.0/company/{company_id}/positions?token={token}',
  cornerstone: '{tenant}.csod.com/ux/ats/careersite/{site_id}/home?c={corp}',
  greenhouse: 'job-boards.greenhouse.io/{token}',
  jobylon: 'cdn.jobylon.com/jobs/companies/{company_id}/embed',
  lever: 'jobs.lever.co/{token}',
  oracle_hcm: '{host}/hcmUI/CandidateExperience/en/sites/{site}',
  personio: '{slug}.jobs.personio.de',
  pinpoint: '{slug}.pinpointhq.com',
  recruitee: '{api_base}/api/offers',
  smartrecruiters: 'careers.smartrecruiters.com/{token}',
  traffit: '{slug}.traffit.com',
  umantis: 'recruitingapp-{customer_id}.umantis.com',
  workable: 'apply.workable.com/{token}',
  workday: '{company}.{wd_instance}.myworkdayjobs.com/{site}',
});

/** The same for boards on companies' own hosts: the host is that of the feed, or of the page. */
const feedTemplates = tableOf({
  successfactors: '{host}/search?createNewAlert=false',
  teamtailor: '{host}/jobs/show_more',
});

const text = z
  .union([z.string(), z.number()])
  .optional()
  .catch(undefined)
  .transform((value) => value?.toString());
const filter = z.union([z.string(), z.object({ include: z.string() }).transform(({ include }) => include)]);
const configSchema = z.looseObject({
  preset: text,
  variant: text,
  feed_url: text,
  source: text,
  url_template: text,
  api_url: text,
  sitemap_url: text,
  url: text,
  url_filter: filter.optional().catch(undefined),
  render: z.unknown().optional(),
  params: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
type Config = z.infer<typeof configSchema>;

/**
 * The address of the board shown on a company's own page, according to the list; `null` = the record names no readable
 * system. For a board read by its sitemap, the sitemap's address, with the part of the address that distinguishes a
 * posting's page after "#".
 */
export function recordedBoard(recorded: Recorded, page: string): string | null {
  const url = parseAddress(page);
  const config = configOf(recorded.config);
  if (url === null || config === null) return null;
  const address = addressOf(recorded, config, url);
  return address !== null && !address.includes('{') && address.length <= longestAddress ? address : null;
}

function configOf(written: string): Config | null {
  try {
    return configSchema.parse(JSON.parse(written === '' ? '{}' : written));
  } catch {
    return null;
  }
}

function addressOf({ system, pages, pagesConfig }: Recorded, config: Config, page: URL): string | null {
  const { host } = page;
  if (config.source === 'phenom_canvas') return phenomAddress(config.url_template ?? '');
  if (system === 'rss') return feedAddress(config, host);
  if (system === 'api_sniffer') return interfaceAddress(config, page);
  if (system === 'talentbrew') return `${host}/search-jobs`;
  if (system === 'sitemap')
    return pages === 'json-ld' && configOf(pagesConfig)?.render !== true ? sitemapAddress(config) : null;
  const template = templates[system];
  if (template === undefined) return null;
  const values = Object.entries({ api_base: host, ...config }).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, plain(String(value))] as const] : [],
  );
  return fillSettings({ template }, Object.fromEntries(values)).template ?? null;
}

/** An address without "https://" and a trailing slash. */
const plain = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '');

function feedAddress({ preset = '', variant, feed_url: feed }: Config, page: string): string | null {
  const template = variant === 'legacy' ? undefined : feedTemplates[preset];
  const host = feed === undefined ? page : parseAddress(feed)?.host;
  return template === undefined || host === undefined ? null : template.replace('{host}', host);
}

/** Phenom's sites name country and language in their postings' addresses. */
function phenomAddress(template: string): string | null {
  const [, site] = /^https:\/\/([\w.-]{1,100}\/[a-z]{2,10}\/[a-z]{2})\/job\//.exec(template) ?? [];
  return site === undefined ? null : `${site}/search-results`;
}

/**
 * The page's request, with its parameters, if it is the interface of a known system. A page that filters by `f` shows
 * part of a board; postings on Jibe are found at /jobs.
 */
function interfaceAddress({ api_url: api, params = {} }: Config, page: URL): string | null {
  const url = api === undefined ? null : parseAddress(api);
  if (url === null) return null;
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
  for (const name of ['offset', 'limit']) url.searchParams.delete(name);
  const isPart = url.searchParams.has('f') || (url.pathname === '/api/jobs' && !/^\/jobs\/?$/.test(page.pathname));
  return isPart || recogniseAddress(url) === null ? null : plain(url.href);
}

/** A sitemap, and the literal prefix of the regular expression that filters its addresses. */
function sitemapAddress({ sitemap_url: sitemap, url = sitemap, url_filter: filter }: Config): string | null {
  if (url === undefined) return null;
  if (filter === undefined) return `${plain(url)}#`;
  const [, begin = '', rest = ''] = /^\^?((?:\\[^\w]|[^\\^$.*+?()[\]{}|])*)([*?{]?)/.exec(filter) ?? [];
  const literal = begin.replace(/\\/g, '').slice(0, rest === '' ? undefined : -1);
  const path = literal.replace(/^https:\/\/[^/]*/, '');
  return path.length < 4 || path === 'http' ? null : `${plain(url)}#${literal}`;
}
