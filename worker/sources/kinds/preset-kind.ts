/** Makes a kind of source of a career system that `site` reads. */
import { z } from 'zod';
import { careerHost, companyInstead, subdomainOf } from '../parse/board-settings.js';
import type { Posting } from '../posting.js';
import {
  type CommonSettings,
  commonSettings,
  defineKind,
  type PageRequest,
  type ParsedPage,
  SourceError,
  type SourceKind,
} from '../source.js';
import { site } from './site.js';

/** A career system whose boards `site` reads: its listing, and how its boards are named. */
export type SitePreset = Pick<
  SourceKind,
  'kind' | 'summary' | 'evidence' | 'terms' | 'addresses' | 'pageMarks' | 'defaults'
> & {
  /** How a board is named: by a subdomain of the system's domain, by the host of the career site, or only by `own` at an origin. */
  board: { company: string } | { origin: string } | 'host';
  /** A further setting that names a board. */
  own?: { name: 'board'; schema: z.ZodType<string> };
  /** The settings of `site` for a board at this origin, with the value of `own`. */
  siteOf(origin: string, own: string): Record<string, unknown>;
  /** The settings for reading the site's search, for boards whose sitemap is missing or incomplete. */
  searchOf?(origin: string): Record<string, unknown>;
  /** Whether a path is that of a posting; by default all listed ones are. */
  isJob?(path: string): boolean;
  /** Sitemaps with exactly this many postings may be cut off: the search is also read. */
  sitemapEnds?: readonly number[];
  /** Part of the address that a removed board redirects to. */
  elsewhere?: string;
  /** Its pages state dates that are invented on request. */
  hasInventedDates?: true;
  /** Added to the address of a posting's page when requesting it. */
  detailQuery?: string;
};

const listingSetting = z
  .enum(['sitemap', 'search'])
  .default('sitemap')
  .describe('Where the postings are listed: in the sitemap, or on the pages of the search where there is no sitemap.');

/** The kind of a preset. */
export function presetKind({
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
        throw new SourceError('gone', `The board is gone: it leads to ${response.url}.`);
      const page = site.parse(response, request, siteSettings(chosen, request.accept === 'page'));
      const follow = page.follow.filter(({ role, url }) => role === 'listing' || isJob(new URL(url).pathname));
      const count = follow.filter(({ role }) => role === 'detail').length;
      // Even if a listing states its postings, their pages are requested: they state more.
      const stated = request.role === 'listing' && count > 0 ? [] : page.postings;
      const postings = stated.map((posting) => ({
        ...(hasInventedDates ? withoutInventedDates(posting) : posting),
        // The headings of a posting's own page may be the site's.
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

/** Whenever its page is requested, a posting claims to be two years old and valid for another year. */
function withoutInventedDates(posting: Posting): Posting {
  const [from, until] = [posting.postedAt, posting.validUntil].map((date) => Date.parse(String(date)));
  const years = ((until ?? Number.NaN) - (from ?? Number.NaN)) / (365.25 * 86_400_000);
  return Math.abs(years - 3) < 0.01 ? { ...posting, postedAt: null, validUntil: null } : posting;
}

function withoutQuery(url: string, query: string | undefined): string {
  return query === undefined ? url : url.replace(`?${query}`, '').replace(`&${query}`, '');
}
