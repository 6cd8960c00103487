import { z } from 'zod';
import { careerHost, companyName, subdomainOf } from '../parse/board-settings.js';
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
  'kind' | 'summary' | 'documentation' | 'terms' | 'addresses' | 'pageMarks' | 'defaults'
> & {
  /** How a board is named: by a subdomain of the system's domain, or by the host of the career site. */
  board: { company: string } | 'host';
  /** The settings of `site` for a board at this origin. */
  siteOf(origin: string): Record<string, unknown>;
  /** Added to the address of a posting's page when it is requested. */
  detailQuery?: string;
};

const publicPages = 'The career site and its sitemap are public and made for search engines; robots.txt is obeyed.';

const presets: readonly SitePreset[] = [
  {
    kind: 'icims',
    summary: 'A career portal on iCIMS, by its sitemap and the JobPostings of its pages.',
    documentation: 'https://www.icims.com (the portal’s own sitemap, COMPANY.icims.com/sitemap.xml)',
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
    documentation: 'https://www.radancy.com (the site’s own sitemap, /sitemap.xml)',
    terms: publicPages,
    pageMarks: [{ text: 'tbcdn.talentbrew.com', settings: { host: '{host}' } }],
    board: 'host',
    siteOf: (origin) => ({ sitemap: `${origin}/sitemap.xml`, jobUrls: '/job/', render: 'never' }),
  },
  {
    kind: 'careerplug',
    summary: 'A company’s job board on CareerPlug, by its pages and their JobPostings.',
    documentation: 'https://www.careerplug.com (the board’s own pages, COMPANY.careerplug.com/jobs)',
    terms: 'The job board is public and its JobPostings are made for search engines; robots.txt is obeyed.',
    addresses: [{ address: '{company}.careerplug.com', except: ['app', 'my'] }],
    board: { company: 'careerplug.com' },
    siteOf: (origin) => ({ pages: [`${origin}/jobs`], jobLinks: 'a[href*="/jobs/"]', render: 'never' }),
  },
];

/** Kinds that are read as a `site` is, with settings of their own. One page per posting takes longer than a minute. */
export const siteKinds: readonly SourceKind[] = presets.map(asKind);

function asKind({ board, siteOf, detailQuery, ...stated }: SitePreset): SourceKind {
  const presetSettings = commonSettings.extend({ kind: z.literal(stated.kind), companyName });
  const settings =
    board === 'host'
      ? presetSettings.extend({ host: careerHost })
      : presetSettings.extend({ company: subdomainOf(board.company) });
  type Settings = CommonSettings & { companyName?: string | undefined; host?: string; company?: string };
  const originOf = ({ baseUrl, host, company }: Settings): string =>
    baseUrl ?? `https://${board === 'host' ? (host ?? '') : `${company ?? ''}.${board.company}`}`;
  const siteSettings = (chosen: Settings): CommonSettings =>
    site.settings.parse({ id: chosen.id, kind: 'site', ...siteOf(originOf(chosen)) });
  const withQuery = (request: PageRequest): PageRequest => {
    if (request.role !== 'detail' || detailQuery === undefined) return request;
    return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${detailQuery}` };
  };
  return defineKind<Settings>({
    ...stated,
    cost: { perRequest: 'varies', details: true },
    defaults: { perMinute: 60, timeoutSeconds: 600, ...stated.defaults },
    settings: settings as z.ZodType<Settings>,
    narrows: () => [],
    absence: 'uncertain',
    pool: () => 'http',
    requests: (chosen) => site.requests(siteSettings(chosen), {}),
    parse(response, request, chosen): ParsedPage {
      const page = site.parse(response, request, siteSettings(chosen));
      const postings = page.postings.map((posting) => ({
        ...posting,
        url: withoutQuery(posting.url, detailQuery),
        company: { ...posting.company, name: chosen.companyName ?? posting.company.name },
      }));
      return { ...page, postings, follow: page.follow.map(withQuery) };
    },
  });
}

function withoutQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : url.replace(`?${query}`, '').replace(`&${query}`, '');
}
