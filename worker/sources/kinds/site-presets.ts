import { z } from 'zod';
import { boardNameIn, careerHost, companyInstead, subdomainOf } from '../parse/board-settings.js';
import {
  type CommonSettings,
  commonSettings,
  defineKind,
  type PageRequest,
  type ParsedPage,
  type SourceKind,
} from '../source.js';
import { site } from './site.js';

/** A career system whose boards `site` reads: where its listing is, and how its boards are named. */
type SitePreset = Pick<
  SourceKind,
  'kind' | 'summary' | 'evidence' | 'terms' | 'addresses' | 'pageMarks' | 'defaults'
> & {
  /** How a board is named: by a subdomain of the system's domain, by the host of the career site, or by `own` alone at an origin. */
  board: { company: string } | { origin: string } | 'host';
  /** A further setting that names a board. */
  own?: { name: 'board' | 'portal'; schema: z.ZodType<string> };
  /** The settings of `site` for a board at this origin, with the value of `own`. */
  siteOf(origin: string, own: string): Record<string, unknown>;
  /** Added to the address of a posting's page when it is requested. */
  detailQuery?: string;
};

const publicPages = 'The career site and its sitemap are public and made for search engines; robots.txt is obeyed.';

const presets: readonly SitePreset[] = [
  {
    kind: 'icims',
    summary: 'A career portal on iCIMS, by its sitemap and the JobPostings of its pages.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.icims.com (the portal’s own sitemap, COMPANY.icims.com/sitemap.xml)'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: `${publicPages} Some portals refuse automated clients, and stay unread.`,
    addresses: [{ address: '{company}.icims.com', except: ['care', 'developer', 'login'] }],
    board: { company: 'icims.com' },
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, jobUrls: '/job', render: 'never' }),
    // Without it the portal sends a frame around the page that states the posting.
    detailQuery: 'in_iframe=1',
  },
  {
    kind: 'radancy',
    summary: 'A career site on Radancy (TalentBrew), by its sitemap and the JobPostings of its pages.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.radancy.com (the site’s own sitemap, /sitemap.xml)'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: publicPages,
    addresses: ['{host}/[locale]/search-jobs'],
    pageMarks: [{ text: 'tbcdn.talentbrew.com', settings: { host: '{host}' } }],
    board: 'host',
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, jobUrls: '/job/', render: 'never' }),
  },
  {
    kind: 'careerplug',
    summary: 'A company’s job board on CareerPlug, by its pages and their JobPostings.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.careerplug.com (the board’s own pages, COMPANY.careerplug.com/jobs)'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The job board is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: [{ address: '{company}.careerplug.com', except: ['app', 'my'] }],
    board: { company: 'careerplug.com' },
    siteOf: (origin) => ({ pages: [`${origin}/jobs`], jobLinks: 'a[href*="/jobs/"]', render: 'never' }),
  },
  {
    kind: 'hrmos',
    summary: 'A company’s job board on HRMOS (Japan), by its pages and their JobPostings.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://hrmos.co (the board’s own pages, hrmos.co/pages/NAME/jobs)'],
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
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.dualoo.com (the portal’s own pages, jobs.dualoo.com/portal/NAME)'],
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
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.applicantstack.com (the company’s own pages, COMPANY.applicantstack.com/x/openings)'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: 'The openings are public and their JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: ['{company}.applicantstack.com'],
    board: { company: 'applicantstack.com' },
    siteOf: (origin) => ({ pages: [`${origin}/x/openings`], jobLinks: 'a[href*="/x/detail/"]', render: 'never' }),
  },
  {
    kind: 'jobvite',
    summary: 'A company’s careers site on Jobvite, by its page and the JobPostings of its postings.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.jobvite.com (the careers site’s own pages, jobs.jobvite.com/NAME)'],
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
    siteOf: (origin, name) => ({
      ...{ pages: [`${origin}/${name}`], jobLinks: `a[href*="/${name}/job/"]`, render: 'never' },
    }),
  },
  {
    kind: 'avature',
    summary: 'A career portal on Avature, by its list of results and the pages of its postings.',
    evidence: {
      requests: [],
      access: 'undocumented',
      robots: '',
      basis: ['https://www.avature.net (the portal’s own pages, /PORTAL/SearchJobs)'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms:
      'The career portal is public; robots.txt is obeyed and the pace is slow. Some portals refuse automated clients, and stay unread.',
    addresses: [
      { address: '{host}/{_locale}/{_portal}/SearchJobs', settings: { portal: '{_locale}/{_portal}' } },
      { address: '{host}/{portal}/SearchJobs', except: ['search'] },
    ],
    board: 'host',
    own: {
      name: 'portal',
      schema: z
        .string()
        .regex(/^[\w-]{1,60}(?:\/[\w-]{1,60})?$/, 'Such as careers or en_US/careers.')
        .describe('The portal, as in HOST/PORTAL/SearchJobs: careers, or en_US/careers.'),
    },
    siteOf: (origin, portal) => ({
      pages: [`${origin}/${portal}/SearchJobs`],
      item: '.article--result',
      fields: {
        title: ['.article__header__text__title', 'h3'],
        url: ['a[href*="Detail/"]@href', 'h3 a@href'],
        location: ['.list-item-location', '.article__header__text__subtitle'],
      },
      jobFields: {
        description: [
          '.field--rich-text .article__content__view__field__value',
          '.article--details',
          '.section__content',
        ],
      },
      nextLink: 'a.paginationNextLink, .paginationNextLink a',
      noJobs: '.no-results, .list-controls__text__legend[aria-label^="0 "]',
      render: 'never',
    }),
  },
];

/** Kinds that are read as a `site` is, with settings of their own. One page per posting takes longer than a minute. */
export const siteKinds: readonly SourceKind[] = presets.map(asKind);

function asKind({ board, own, siteOf, detailQuery, ...stated }: SitePreset): SourceKind {
  const settings = commonSettings.extend({
    kind: z.literal(stated.kind),
    companyName: companyInstead,
    ...(board === 'host' ? { host: careerHost } : {}),
    ...(board !== 'host' && 'company' in board ? { company: subdomainOf(board.company) } : {}),
    ...(own === undefined ? {} : { [own.name]: own.schema }),
  });
  type Settings = CommonSettings & {
    companyName?: string | undefined;
    host?: string;
    company?: string;
    board?: string;
    portal?: string;
  };
  const originOf = ({ baseUrl, host, company }: Settings): string => {
    if (baseUrl !== undefined) return baseUrl;
    if (board === 'host') return `https://${host ?? ''}`;
    return 'origin' in board ? board.origin : `https://${company ?? ''}.${board.company}`;
  };
  const siteSettings = (chosen: Settings): CommonSettings => {
    const named = (own === undefined ? undefined : chosen[own.name]) ?? '';
    return site.settings.parse({ id: chosen.id, kind: 'site', ...siteOf(originOf(chosen), named) });
  };
  const withQuery = (request: PageRequest): PageRequest => {
    if (request.role !== 'detail' || detailQuery === undefined) return request;
    return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${detailQuery}` };
  };
  return defineKind<Settings>({
    ...stated,
    cost: { perRequest: 'varies', details: true },
    defaults: { perMinute: 60, timeoutSeconds: 600, ...stated.defaults },
    settings: settings as unknown as z.ZodType<Settings>,
    absence: 'uncertain',
    requests: (chosen) => site.requests(siteSettings(chosen), {}),
    parse(response, request, chosen): ParsedPage {
      const page = site.parse(response, request, siteSettings(chosen));
      const postings = page.postings.map((posting) => ({
        ...posting,
        // The headings of a posting's own page may be those of the site.
        title: request.listed?.title ?? posting.title,
        url: withoutQuery(posting.url, detailQuery),
        company: { ...posting.company, name: chosen.companyName ?? posting.company.name },
      }));
      const unread = page.unread?.map((url) => withoutQuery(url, detailQuery));
      return { ...page, postings, follow: page.follow.map(withQuery), ...(unread && { unread }) };
    },
  });
}

function withoutQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : url.replace(`?${query}`, '').replace(`&${query}`, '');
}
