import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { emptyPosting, type Posting } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('almacareer'),
  host: careerHost,
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

/** The widget of a career site: what its script states, and what a request for its jobs needs. */
type Widget = { id: string; key: string; detailPath: string };
/** `read`: the ads of the pages before. */
type Memo = { widget: Widget; page: number; read: number };

/** The interface returns so many, whatever is asked for. */
const pageSize = 10;

const jobFields =
  'jobAds { id title validFrom teaser locations { country region city } salary { min max period currency } employer { companyName } parameters { employmentTypesObjects { id label } } fieldsObjects { label } professionsObjects { label } }';
const listQuery = `query List($widgetId: ID!, $host: String, $page: Int, $filters: [JobAdFilter!]!, $useExampleData: Boolean!, $rps: Int) { widget(id: $widgetId, host: $host, useExampleData: $useExampleData) { jobAdList(page: $page, filters: $filters, rps: $rps) { paginator { lastPage totalNumberOfItems } groupedJobAds { ...ads groups { ...ads groups { ...ads groups { ...ads } } } } } } } fragment ads on JobAdGroup { ${jobFields} }`;
const detailQuery =
  'query Detail($widgetId: ID!, $host: String, $useExampleData: Boolean!, $jobId: ID!) { widget(id: $widgetId, host: $host, useExampleData: $useExampleData) { jobAd(id: $jobId) { content { htmlContent } } } }';

const labels = z
  .array(z.object({ label: coerceText }))
  .nullish()
  .transform((list) => listOf(...(list ?? []).map(({ label }) => label)));
const adSchema = z.object({
  id: neededId,
  title: neededText,
  validFrom: coerceText,
  teaser: coerceText,
  locations: z.array(z.object({ country: coerceText, region: coerceText, city: coerceText })).nullish(),
  salary: z.object({ min: coerceAmount, max: coerceAmount, period: coerceText, currency: coerceText }).nullish(),
  employer: z.object({ companyName: coerceText }).nullish(),
  parameters: z
    .object({ employmentTypesObjects: z.array(z.object({ id: coerceText, label: coerceText })).nullish() })
    .nullish(),
  fieldsObjects: labels,
  professionsObjects: labels,
});

type Group = { jobAds?: unknown[] | null | undefined; groups?: Group[] | null | undefined };
const groupSchema: z.ZodType<Group> = z.lazy(() =>
  z.object({ jobAds: z.array(z.unknown()).nullish(), groups: z.array(groupSchema).nullish() }),
);
const listSchema = z.object({
  data: z.object({
    widget: z.object({
      jobAdList: z.object({
        paginator: z.object({ lastPage: z.number(), totalNumberOfItems: z.number().nullish() }),
        groupedJobAds: groupSchema.nullable(),
      }),
    }),
  }),
});
const detailSchema = z.object({
  data: z.object({ widget: z.object({ jobAd: z.object({ content: z.object({ htmlContent: coerceText }) }) }) }),
});

/** Kinds of employment by their numbers, which are the same in every language. */
const employment = tableOf<string>({
  ...{ '201300001': 'full time', '201300002': 'part time', '201300003': 'contract', '201300004': 'temporary' },
  ...{ '201300005': 'internship', '201300007': 'part time' },
});

/** Periods of pay in the languages of the sites. */
const periods = tableOf<string>({ měsíc: 'month', mesiac: 'month', hodina: 'hour', rok: 'year' });

/**
 * A career site of Alma Career (jobs.cz, topjobs.sk): its page or one of its scripts names the widget, a list in pages of ten, and
 * one request per job for its text.
 */
export const almacareer = defineKind({
  kind: 'almacareer',
  summary: 'Career sites by Alma Career (COMPANY.jobs.cz, COMPANY.topjobs.sk), by their widget.',
  evidence: {
    requests: [
      'GET {host}/',
      'GET {host}/assets/js/[{folder}/]script.min.js',
      'GET {host}/assets/js/[{folder}/]react.min.js',
      'GET {host}/assets/js/[{folder}/]react.{chunk}.react.min.js',
      'POST api.capybara.lmc.cz/api/graphql/widget',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/juniorguru/plucker (tests/jobs_jobscz, recorded pages and scripts of fifteen sites)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/almacareer.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public; the site’s script contains the key that its widget uses.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    { address: '{_company}.jobs.cz', settings: { host: '{_company}.jobs.cz' } },
    { address: '{_company}.topjobs.sk', settings: { host: '{_company}.topjobs.sk' } },
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [siteRequest(`${origin(chosen)}/`, [])],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [withText(response, request)], follow: [] };
    if (request.accept === 'json') return readList(response, request.memo as Memo, chosen);
    const widget = widgetIn(response.body);
    const next =
      widget === null ? scriptRequest(response, request, chosen) : listRequest(chosen, { widget, page: 1, read: 0 });
    return { postings: [], follow: [next], isIndex: true };
  },
});

const origin = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

/** Pages or scripts of the site that may state the widget, from the first one on. */
function siteRequest(url: string, others: readonly string[]): PageRequest {
  const [next, ...rest] = others;
  return {
    url,
    role: 'listing',
    accept: 'page',
    render: 'never',
    memo: others,
    ...(next !== undefined && { otherwise: siteRequest(next, rest) }),
  };
}

/** The scripts in which sites keep the widget: their own, or the chunks that a further one names. */
const scriptOf = /\bsrc="(\/[\w.-][\w./-]{0,100}\/(?:script|react)\.min\.js)["?]/g;
const chunkName = /\breact\.[\da-f]{4,40}\.react\.min\.js\b/g;
const mostScripts = 30;

/** The next script to look for the widget in. */
function scriptRequest({ body }: PageResponse, { url, memo }: PageRequest, chosen: Settings): PageRequest {
  const named = url.endsWith('/react.min.js')
    ? [...new Set(body.match(chunkName))].map((name) => url.replace('react.min.js', name))
    : [...body.matchAll(scriptOf)].map(([, path]) => `${origin(chosen)}${path}`);
  // A page that names none may still have the script of its own.
  const own = url === `${origin(chosen)}/` && named.length === 0 ? [`${origin(chosen)}/assets/js/script.min.js`] : [];
  const [next, ...others] = [...named, ...own, ...(memo as string[])].slice(0, mostScripts);
  if (next === undefined)
    throw sourceChanged('a script with the id and key of its widget', `"${body.trim().slice(0, 60)}"`);
  return siteRequest(next, others);
}

/** What stands before a widget, in data and in code. */
const widgetMarks = ['"widgets":{', '__LMC_CAREER_WIDGET__.push(', '"widgetApiKey","'];

/** The widget that a page or script states; `null` when it states none. */
function widgetIn(body: string): Widget | null {
  const at = widgetMarks.map((mark) => body.indexOf(mark)).find((found) => found !== -1);
  if (at === undefined) return null;
  // The fields come within some hundred characters, in any order and beside objects of other settings.
  const stated = body.slice(at, at + 65_536);
  const own = stated.slice(Math.max(stated.indexOf('"main'), 0));
  const id = /"(?:id|widgetId)"[:,]"([\da-f-]{36})"/i.exec(own)?.[1];
  const key = /"(?:apiKey|widgetApiKey)"[:,]"([\da-f]{32,128})"/i.exec(own)?.[1];
  if (id === undefined || key === undefined) return null;
  return { id, key, detailPath: /"detailPath":"([\w/-]{1,80})"/.exec(own)?.[1] ?? 'detail-pozice' };
}

function ask({ baseUrl, host }: Settings, { id, key }: Widget, query: string, variables: object) {
  return {
    url: `${baseUrl ?? 'https://api.capybara.lmc.cz'}/api/graphql/widget`,
    method: 'POST' as const,
    accept: 'json' as const,
    headers: { 'x-api-key': key, origin: `https://${host}`, referer: `https://${host}/` },
    json: { query, variables: { widgetId: id, host, useExampleData: false, ...variables } },
  };
}

const listRequest = (chosen: Settings, memo: Memo): PageRequest => ({
  ...ask(chosen, memo.widget, listQuery, { page: memo.page, filters: [], rps: pageSize }),
  ...{ role: 'listing', memo },
});

function readList(response: PageResponse, { widget, page, read: before }: Memo, chosen: Settings): ParsedPage {
  const { data } = readShape(response, listSchema, 'an object with data.widget.jobAdList');
  const { paginator, groupedJobAds } = data.widget.jobAdList;
  const ads = adsOf(groupedJobAds);
  const read = before + ads.length;
  const { follow, ...found } = readListed(ads, adSchema, (ad) => ({
    ...ask(chosen, widget, detailQuery, { jobId: ad.id }),
    ...{ role: 'detail', listed: asPosting(ad, widget, chosen) },
  }));
  const more = follow.length > 0 && page < paginator.lastPage;
  return {
    postings: [],
    ...found,
    follow: [...follow, ...(more ? [listRequest(chosen, { widget, page: page + 1, read })] : [])],
    // A group that leaves out its ads, or leaves out groups, looks like one without any.
    ...(!more && read < (paginator.totalNumberOfItems ?? 0) && { truncated: true }),
  };
}

const adsOf = (group: Group | null): unknown[] =>
  group === null ? [] : [...(group.jobAds ?? []), ...(group.groups ?? []).flatMap(adsOf)];

function asPosting(ad: z.infer<typeof adSchema>, { detailPath }: Widget, chosen: Settings): Posting {
  const { salary } = ad;
  const types = ad.parameters?.employmentTypesObjects ?? [];
  return {
    ...emptyPosting(ad.title, `https://${chosen.host}/${detailPath}?r=detail&id=${encodeURIComponent(ad.id)}`),
    sourceJobId: ad.id,
    company: { name: chosen.companyName ?? ad.employer?.companyName ?? chosen.host, url: null, logoUrl: null },
    places: (ad.locations ?? []).flatMap(({ city, region, country }) => placeParts(city, region, country)),
    jobType: listOf(...types.map(({ id, label }) => employment[id ?? ''] ?? label)),
    salary:
      salary === null || salary === undefined || (salary.min === null && salary.max === null)
        ? null
        : {
            ...{ text: null, min: salary.min, max: salary.max, currency: salary.currency },
            per: periodOf(salary.period),
          },
    postedAt: ad.validFrom,
    descriptionHtml: ad.teaser,
    tags: [...ad.fieldsObjects, ...ad.professionsObjects],
  };
}

const periodOf = (period: string | null): string | null => periods[(period ?? '').toLowerCase()] ?? period;

function withText(response: PageResponse, { listed }: PageRequest): Posting {
  const { data } = readStatedAnswer(response, detailSchema, 'an object with data.widget.jobAd');
  const posting = listed ?? emptyPosting('', '');
  return { ...posting, descriptionHtml: data.widget.jobAd.content.htmlContent ?? posting.descriptionHtml };
}
