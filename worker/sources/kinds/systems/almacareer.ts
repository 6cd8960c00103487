import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('almacareer'),
  host: careerHost,
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

/** The widget of a career site: the parameters of its script for requesting jobs. */
type Widget = { id: string; key: string; detailPath: string };

/** `read`: ads on earlier pages. */
type Memo = { widget: Widget; page: number; read: number };

/** The interface returns this many, whatever is requested. */
const pageSize = 10;

const jobFields =
  'jobAds { id title validFrom teaser locations { country region city } salary { min max period currency } employer { companyName } parameters { employmentTypesObjects { id label } } fieldsObjects { label } professionsObjects { label } }';

const listQuery = `query List($widgetId: ID!, $host: String, $page: Int, $filters: [JobAdFilter!]!, $useExampleData: Boolean!, $rps: Int) { widget(id: $widgetId, host: $host, useExampleData: $useExampleData) { jobAdList(page: $page, filters: $filters, rps: $rps) { paginator { lastPage totalNumberOfItems } groupedJobAds { ...ads groups { ...ads groups { ...ads groups { ...ads } } } } } } } fragment ads on JobAdGroup { ${jobFields} }`;

const detailQuery =
  'query Detail($widgetId: ID!, $host: String, $useExampleData: Boolean!, $jobId: ID!) { widget(id: $widgetId, host: $host, useExampleData: $useExampleData) { jobAd(id: $jobId) { content { htmlContent } } } }';

/** Kinds of employment by their numbers, which are the same in every language. */
const employment = tableOf<string>({
  '201300001': 'full time',
  '201300002': 'part time',
  '201300003': 'contract',
  '201300004': 'temporary',
  '201300005': 'internship',
  '201300007': 'part time',
});

/** Periods of pay in the languages of the sites. */
const periods = tableOf<string>({ měsíc: 'month', mesiac: 'month', hodina: 'hour', rok: 'year' });

/**
 * A career site of Alma Career (jobs.cz, topjobs.sk): its page or one of its scripts names the widget, a list in pages
 * of ten, and one request per job for its text.
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
    if (request.accept === 'json') return readList(answerOf(response), request.memo as Memo, chosen);
    const widget = widgetIn(response.body);
    return leadingTo(
      widget === null ? scriptRequest(response, request, chosen) : listRequest(chosen, { widget, page: 1, read: 0 }),
    );
  },
});

const origin = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

/** Pages or scripts of the site that may state the widget, from the first one on. */
function siteRequest(url: string, others: readonly string[]): PageRequest {
  const [next, ...rest] = others;
  return pageAt(url, { memo: others, ...(next !== undefined && { otherwise: siteRequest(next, rest) }) });
}

/** The scripts in which sites store the widget: their own, or the chunks named by another one. */
const scriptOf = /\bsrc="(\/[\w.-][\w./-]{0,100}\/(?:script|react)\.min\.js)["?]/g;
const chunkName = /\breact\.[\da-f]{4,40}\.react\.min\.js\b/g;
const mostScripts = 30;

/** The next script to look for the widget in. */
function scriptRequest({ body }: PageResponse, { url, memo }: PageRequest, chosen: Settings): PageRequest {
  const named = url.endsWith('/react.min.js')
    ? [...new Set(body.match(chunkName))].map((name) => url.replace('react.min.js', name))
    : [...body.matchAll(scriptOf)].map(([, path]) => `${origin(chosen)}${path}`);
  // A page that names none may still have its own script.
  const own = url === `${origin(chosen)}/` && named.length === 0 ? [`${origin(chosen)}/assets/js/script.min.js`] : [];
  const [next, ...others] = [...named, ...own, ...(memo as string[])].slice(0, mostScripts);
  if (next === undefined)
    throw sourceChanged('a script with the id and key of its widget', `"${body.trim().slice(0, 60)}"`);
  return siteRequest(next, others);
}

/** Text before a widget, in data and in code. */
const widgetMarks = ['"widgets":{', '__LMC_CAREER_WIDGET__.push(', '"widgetApiKey","'];

/** The widget stated by a page or script; `null` = none. */
function widgetIn(body: string): Widget | null {
  const at = widgetMarks.map((mark) => body.indexOf(mark)).find((found) => found !== -1);
  if (at === undefined) return null;
  // The fields come within some hundred characters, in any order and next to objects of other settings.
  const stated = body.slice(at, at + 65_536);
  const own = stated.slice(Math.max(stated.indexOf('"main'), 0));
  const id = /"(?:id|widgetId)"[:,]"([\da-f-]{36})"/i.exec(own)?.[1];
  const key = /"(?:apiKey|widgetApiKey)"[:,]"([\da-f]{32,128})"/i.exec(own)?.[1];
  if (id === undefined || key === undefined) return null;
  return { id, key, detailPath: /"detailPath":"([\w/-]{1,80})"/.exec(own)?.[1] ?? 'detail-pozice' };
}

function ask({ baseUrl, host }: Settings, { id, key }: Widget, query: string, variables: object): PageRequest {
  return jsonAt(`${baseUrl ?? 'https://api.capybara.lmc.cz'}/api/graphql/widget`, {
    method: 'POST',
    headers: { 'x-api-key': key, origin: `https://${host}`, referer: `https://${host}/` },
    json: { query, variables: { widgetId: id, host, useExampleData: false, ...variables } },
  });
}

const listRequest = (chosen: Settings, memo: Memo): PageRequest => ({
  ...ask(chosen, memo.widget, listQuery, { page: memo.page, filters: [], rps: pageSize }),
  memo,
});

function readList(answer: Members, { widget, page, read: before }: Memo, chosen: Settings): ParsedPage {
  const list = answer.at('data.widget.jobAdList');
  const lastPage = answer.count('data.widget.jobAdList.paginator.lastPage');
  const ads = adsOf(list.at('groupedJobAds'));
  const read = before + ads.length;
  const asRequest = (ad: Members): PageRequest => ({
    ...ask(chosen, widget, detailQuery, { jobId: ad.needed('id') }),
    role: 'detail',
    listed: asPosting(ad, widget, chosen),
  });
  const more = ads.length > 0 && page < lastPage;
  return {
    ...readListed(ads, asRequest, more ? listRequest(chosen, { widget, page: page + 1, read }) : null),
    // A group that omits its ads, or groups, looks like an empty one.
    ...(!more && read < (list.number('paginator.totalNumberOfItems') ?? 0) && { truncated: true }),
  };
}

const adsOf = (group: Members): unknown[] => [
  ...group.listOrNone('jobAds'),
  ...group.listOrNone('groups').flatMap((each) => adsOf(group.item(each))),
];

function asPosting(ad: Members, { detailPath }: Widget, chosen: Settings): Posting {
  const id = ad.needed('id');
  const types = ad.rows('parameters.employmentTypesObjects');
  const period = ad.text('salary.period');
  return {
    ...emptyPosting(ad.needed('title'), `https://${chosen.host}/${detailPath}?r=detail&id=${encodeURIComponent(id)}`),
    sourceJobId: id,
    company: companyNamed(chosen.companyName ?? ad.text('employer.companyName') ?? chosen.host),
    places: ad
      .rows('locations')
      .flatMap((place) => placeParts(place.text('city'), place.text('region'), place.text('country'))),
    jobType: listOf(...types.map((type) => employment[type.text('id') ?? ''] ?? type.text('label'))),
    salary: payWith({
      min: ad.amount('salary.min'),
      max: ad.amount('salary.max'),
      currency: ad.text('salary.currency'),
      per: periods[(period ?? '').toLowerCase()] ?? period,
    }),
    postedAt: ad.text('validFrom'),
    descriptionHtml: ad.text('teaser'),
    tags: ad.texts('fieldsObjects.label', 'professionsObjects.label'),
  };
}

function withText(response: PageResponse, { listed }: PageRequest): Posting {
  const content = answerOf(response).object('data.widget.jobAd.content');
  const posting = listed ?? emptyPosting('', '');
  return { ...posting, descriptionHtml: content.text('htmlContent') ?? posting.descriptionHtml };
}
