import { z } from 'zod';
import { boardNameIn, careerHost, companyInstead, subdomainOf } from '../parse/board-settings.js';
import type { Posting } from '../posting.js';
import {
  type CommonSettings,
  commonSettings,
  defineKind,
  type PageRequest,
  type ParsedPage,
  type SourceKind,
} from '../source.js';
import { SourceError } from '../source-errors.js';
import { site } from './site.js';

/** A career system whose boards `site` reads: where its listing is, and how its boards are named. */
type SitePreset = Pick<
  SourceKind,
  'kind' | 'summary' | 'evidence' | 'terms' | 'addresses' | 'pageMarks' | 'defaults'
> & {
  /** How a board is named: by a subdomain of the system's domain, by the host of the career site, or by `own` alone at an origin. */
  board: { company: string } | { origin: string } | 'host';
  /** A further setting that names a board. */
  own?: { name: 'board'; schema: z.ZodType<string> };
  /** The settings of `site` for a board at this origin, with the value of `own`. */
  siteOf(origin: string, own: string): Record<string, unknown>;
  /** The settings for reading the site's search, for boards whose sitemap is missing or incomplete. */
  searchOf?(origin: string): Record<string, unknown>;
  /** Whether a path is that of a posting; by default each is that is listed. */
  isJob?(path: string): boolean;
  /** Postings in a sitemap that has no more than so many: the search is read besides. */
  sitemapEnds?: readonly number[];
  /** Part of the address that a board which no longer exists leads to. */
  elsewhere?: string;
  /** Its pages state dates that are made up when they are requested. */
  hasInventedDates?: true;
  /** Added to the address of a posting's page when it is requested. */
  detailQuery?: string;
};

/** `[/LANGUAGE]/WORD/PLACE/TITLE/COMPANY/JOB`: the word is one of the site's language, and pages of results end in a digit. */
function isRadancyJob(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const [job = '', company = '', title = ''] = parts.reverse();
  return parts.length >= 5 && /^\d{6,20}$/.test(job) && /^\d{1,12}$/.test(company) && /\D/.test(title);
}

const publicPages = 'The career site and its sitemap are public and made for search engines; robots.txt is obeyed.';

const listingSetting = z
  .enum(['sitemap', 'search'])
  .default('sitemap')
  .describe('Where the postings are listed: in the sitemap, or on the pages of the search where there is no sitemap.');

const presets: readonly SitePreset[] = [
  {
    kind: 'icims',
    summary: 'A career portal on iCIMS, by its sitemap and the JobPostings of its pages.',
    evidence: {
      requests: [
        'GET {company}.icims.com/sitemap.xml',
        'GET {company}.icims.com/jobs/search?ss=1&in_iframe=1&pr={page}',
        'GET {company}.icims.com/jobs/{id}/{title}/job?in_iframe=1',
      ],
      access: 'page',
      robots:
        'Portals that name a sitemap allow everything; those that name none forbid everything and answer 403 (measured on 380 portals).',
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/icims.py, measured on 380 portals)',
        'https://github.com/santifer/career-ops (providers/icims.mjs, tests/fixtures/icims-search-page.html)',
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/icims.py)',
      ],
      compared: '2026-11-28',
      recording: 'read',
    },
    terms: `${publicPages} Some portals refuse automated clients, and stay unread.`,
    addresses: [{ address: '{company}.icims.com', except: ['care', 'developer', 'login'] }],
    board: { company: 'icims.com' },
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, render: 'never' }),
    searchOf: (origin) => ({
      search: `${origin}/jobs/search?ss=1&in_iframe=1&pr={page}`,
      firstPage: 0,
      jobLinks: 'a[href*="/jobs/"]',
      nextLink: 'a.none',
      render: 'never',
    }),
    isJob: (path) => /^\/jobs\/\d{1,12}\/(?:[^/]{1,300}\/)?job\/?$/.test(path),
    hasInventedDates: true,
    // Without it the portal sends a frame around the page that states the posting.
    detailQuery: 'in_iframe=1',
  },
  {
    kind: 'radancy',
    summary: 'A career site on Radancy (TalentBrew), by its sitemap and the JobPostings of its pages.',
    evidence: {
      requests: [
        'GET {host}/sitemap.xml',
        'GET {host}/search-jobs?p={page}',
        'GET {host}/{job}/{place}/{title}/{companyId}/{jobId}',
      ],
      access: 'page',
      robots:
        'That of 151 of 188 sites forbids /search-jobs/, the interface behind the search, which is not requested; the page /search-jobs is allowed.',
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/radancy.py, measured on 188 sites)',
        'https://github.com/santifer/career-ops (providers/radancy.mjs)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['{host}/[locale]/search-jobs'],
    pageMarks: [{ text: 'tbcdn.talentbrew.com', settings: { host: '{host}' } }],
    board: 'host',
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, render: 'never' }),
    searchOf: (origin) => ({
      search: `${origin}/search-jobs?p={page}`,
      jobLinks: 'a[data-job-id]',
      nextLink: 'a.none',
      render: 'never',
    }),
    isJob: isRadancyJob,
    sitemapEnds: [500, 10_000],
  },
  {
    kind: 'careerplug',
    summary: 'A company’s job board on CareerPlug, by its pages and their JobPostings.',
    evidence: {
      requests: ['GET {company}.careerplug.com/jobs[?page={page}]', 'GET {company}.careerplug.com/jobs/{id}'],
      access: 'page',
      robots: 'Nothing is publicly known of robots.txt of COMPANY.careerplug.com.',
      basis: [
        'https://github.com/datascry/openroles (scraper/src/ats/careerplug.ts)',
        'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-careerplug)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The job board is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: [{ address: '{company}.careerplug.com', except: ['app', 'my'] }],
    board: { company: 'careerplug.com' },
    siteOf: (origin) => ({
      pages: [`${origin}/jobs`],
      jobLinks: 'a[href*="/jobs/"]',
      nextLink: 'a.next_page',
      jobFields: {
        title: '.job-name',
        location: '.job-location',
        salary: '.job-compensation',
        description: '.job-description-container',
      },
      render: 'never',
    }),
    isJob: (path) => /^\/jobs\/\d{1,12}\/?$/.test(path),
  },
  {
    kind: 'hrmos',
    summary: 'A company’s job board on HRMOS (Japan), by its pages and their JobPostings.',
    evidence: {
      requests: ['GET hrmos.co/pages/{board}/jobs?page={page}', 'GET hrmos.co/pages/{board}/jobs/{id}'],
      access: 'page',
      robots: 'Nothing is publicly known of robots.txt of hrmos.co.',
      basis: [
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/hrmos.py)',
        'https://github.com/complete-labs/ats-scrapers (src/ats_scrapers/scrapers/hrmos.py)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The job board is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: ['hrmos.co/pages/{board}/jobs'],
    board: { origin: 'https://hrmos.co' },
    own: { name: 'board', schema: boardNameIn('hrmos.co/pages/BOARD/jobs') },
    siteOf: (origin, name) => ({
      search: `${origin}/pages/${name}/jobs?page={page}`,
      ...{ jobLinks: `a[href*="/pages/${name}/jobs/"]`, nextLink: 'a.none', render: 'never' },
    }),
  },
  {
    kind: 'dualoo',
    summary: 'A company’s job portal on Dualoo (Switzerland), by its page and the JobPostings of its postings.',
    evidence: {
      requests: [
        'GET jobs.dualoo.com/portal/{board}',
        'GET jobs.dualoo.com/portal/{board}/{id}/detail?lang={language}',
      ],
      access: 'page',
      robots: 'Nothing is publicly known of robots.txt of jobs.dualoo.com.',
      basis: [
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/dom.py)',
        'https://github.com/valerielinc-ops/frontaliere-si-o-no (scripts/lib/cereneo-job-parser.mjs)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The portal is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: ['jobs.dualoo.com/portal/{board}'],
    board: { origin: 'https://jobs.dualoo.com' },
    own: { name: 'board', schema: boardNameIn('jobs.dualoo.com/portal/BOARD') },
    siteOf: (origin, name) => ({
      pages: [`${origin}/portal/${name}`],
      ...{ jobLinks: `a[href*="/portal/${name}/"][href*="/detail"]`, render: 'never' },
    }),
  },
  {
    kind: 'applicantstack',
    summary: 'A company’s openings on ApplicantStack, by its page and the JobPostings of its postings.',
    evidence: {
      requests: ['GET {company}.applicantstack.com/x/openings', 'GET {company}.applicantstack.com/x/detail/{id}'],
      access: 'page',
      robots: 'Nothing is publicly known of robots.txt of COMPANY.applicantstack.com.',
      basis: [
        'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-applicantstack)',
        'https://github.com/datascry/openroles (scraper/src/ats/applicantstack.ts)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The openings are public and their JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: ['{company}.applicantstack.com'],
    board: { company: 'applicantstack.com' },
    siteOf: (origin) => ({
      pages: [`${origin}/x/openings`],
      jobLinks: 'a[href*="/x/detail/"]',
      jobFields: {
        title: ['meta[property="og:title"]@content', 'h1'],
        company: 'meta[property="og:site_name"]@content',
        location: ['th:contains("Location") + td', 'th:contains("City") + td'],
        posted: 'th:contains("Date Posted") + td',
        requisitionId: 'th:contains("ID") + td',
        description: ['.listing_description', '#job-post'],
      },
      render: 'never',
    }),
  },
  {
    kind: 'jobvite',
    summary: 'A company’s careers site on Jobvite, by the pages of its search and the JobPostings of its postings.',
    evidence: {
      requests: ['GET jobs.jobvite.com/{board}/search[?p={page}]', 'GET jobs.jobvite.com/{board}/job/{id}'],
      access: 'page',
      robots: 'Nothing is publicly known of robots.txt of jobs.jobvite.com.',
      basis: [
        'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/jobvite.py, measured on 517 companies)',
        'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/jobvite.py)',
      ],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The careers site is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: [
      'jobs.jobvite.com/careers/{board}',
      { address: 'jobs.jobvite.com/{board}', except: ['careers', 'support', '__assets__'] },
    ],
    board: { origin: 'https://jobs.jobvite.com' },
    own: { name: 'board', schema: boardNameIn('jobs.jobvite.com/BOARD') },
    // The front page and /jobs of many sites list some of the postings, or none.
    siteOf: (origin, name) => ({
      pages: [`${origin}/${name}/search`],
      jobLinks: `a[href*="/${name}/job/"]`,
      nextLink: 'a.jv-pagination-next',
      jobFields: { title: 'h2.jv-header', description: '.jv-job-detail-description' },
      render: 'never',
    }),
    // A company that has left Jobvite.
    elsewhere: 'invalid=1',
  },
];

/** Kinds that are read as a `site` is, with settings of their own. One page per posting takes longer than a minute. */
export const siteKinds: readonly SourceKind[] = presets.map(asKind);

function asKind({
  board,
  own,
  siteOf,
  searchOf,
  isJob = () => true,
  sitemapEnds = [],
  elsewhere,
  hasInventedDates,
  detailQuery,
  ...stated
}: SitePreset): SourceKind {
  const settings = commonSettings.extend({
    kind: z.literal(stated.kind),
    companyName: companyInstead,
    ...(board === 'host' ? { host: careerHost } : {}),
    ...(board !== 'host' && 'company' in board ? { company: subdomainOf(board.company) } : {}),
    ...(own === undefined ? {} : { [own.name]: own.schema }),
    ...(searchOf === undefined ? {} : { listing: listingSetting }),
  });
  type Settings = CommonSettings & {
    companyName?: string | undefined;
    host?: string;
    company?: string;
    board?: string;
    listing?: z.infer<typeof listingSetting>;
  };
  const originOf = ({ baseUrl, host, company }: Settings): string => {
    if (baseUrl !== undefined) return baseUrl;
    if (board === 'host') return `https://${host ?? ''}`;
    return 'origin' in board ? board.origin : `https://${company ?? ''}.${board.company}`;
  };
  const siteSettings = (chosen: Settings, isSearch: boolean): CommonSettings => {
    const named = (own === undefined ? undefined : chosen[own.name]) ?? '';
    const origin = originOf(chosen);
    const chosenWay = isSearch && searchOf !== undefined ? searchOf(origin) : siteOf(origin, named);
    return site.settings.parse({ id: chosen.id, kind: 'site', ...chosenWay });
  };
  const withQuery = (request: PageRequest): PageRequest => {
    if (request.role !== 'detail' || detailQuery === undefined || request.url.includes(detailQuery)) return request;
    return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${detailQuery}` };
  };
  const publicAddress = (url: string): string => withoutQuery(url, detailQuery);
  return defineKind<Settings>({
    ...stated,
    cost: { perRequest: 'varies', details: true },
    defaults: { perMinute: 60, timeoutSeconds: 600, ...stated.defaults },
    settings: settings as unknown as z.ZodType<Settings>,
    absence: 'uncertain',
    requests: (chosen) => site.requests(siteSettings(chosen, chosen.listing === 'search'), {}),
    parse(response, request, chosen): ParsedPage {
      if (elsewhere !== undefined && response.url.includes(elsewhere))
        throw new SourceError('gone', `The board is no longer there: it leads to ${response.url}.`);
      const page = site.parse(response, request, siteSettings(chosen, request.accept === 'page'));
      const follow = page.follow.filter(({ role, url }) => role === 'listing' || isJob(new URL(url).pathname));
      const count = follow.filter(({ role }) => role === 'detail').length;
      // A listing that states its postings has their pages as well, which state more and have addresses of their own.
      const stated = request.role === 'listing' && count > 0 ? [] : page.postings;
      const postings = stated.map((posting) => ({
        ...(hasInventedDates ? withoutInventedDates(posting) : posting),
        // The headings of a posting's own page may be those of the site.
        title: request.listed?.title ?? posting.title,
        url: publicAddress(posting.url),
        company: { ...posting.company, name: chosen.companyName ?? posting.company.name },
      }));
      const isCut = request.accept === 'xml' && sitemapEnds.includes(count);
      if (isCut) follow.push(...site.requests(siteSettings(chosen, true), {}));
      const isNoSitemap = request.accept === 'xml' && count === 0 && page.follow.some(({ role }) => role === 'detail');
      const none = `The sitemap ${response.url} lists ${page.follow.length} pages, none with the address of a posting.`;
      return {
        ...page,
        postings,
        follow: follow.map(withQuery),
        ...(isNoSitemap ? { doubts: [none] } : {}),
        ...(page.unread && { unread: page.unread.map(publicAddress) }),
      };
    },
  });
}

/** A posting is said to be two years old, and to be valid for another year, whenever its page is requested. */
function withoutInventedDates(posting: Posting): Posting {
  const [from, until] = [posting.postedAt, posting.validUntil].map((date) => Date.parse(String(date)));
  const years = ((until ?? Number.NaN) - (from ?? Number.NaN)) / (365.25 * 86_400_000);
  return Math.abs(years - 3) < 0.01 ? { ...posting, postedAt: null, validUntil: null } : posting;
}

function withoutQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : url.replace(`?${query}`, '').replace(`&${query}`, '');
}
