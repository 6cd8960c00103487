import type { Cheerio } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { z } from 'zod';
import { parseMarkup } from '../../../structured-data/parse-markup.js';
import { boardSetting } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeParts, placeText } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('smartrecruiters'),
  company: boardSetting(/^[\w.-]{1,80}$/, 'company identifier, as in careers.smartrecruiters.com/COMPANY'),
});
type Settings = z.infer<typeof settings>;

/** The API returns at most this many postings per page. */
const pageSize = 100;

/** The aim of a request of the career pages: a page of groups, or, with a place, the further postings of one group. */
type Memo = { page: number; place?: string | null };

/**
 * A company's postings on SmartRecruiters, by its public pages: its career page loads groups of postings by place, each
 * group its further postings, and every posting has a page with a JobPosting. The Posting API (a list in pages of 100
 * and one request per posting, https://developers.smartrecruiters.com/docs/posting-api) is on a host whose robots.txt
 * forbids it, so it is used only if that is allowed.
 */
export const smartrecruiters = defineKind({
  kind: 'smartrecruiters',
  summary: 'Postings on SmartRecruiters, by career pages, or by the Posting API if the owner allows it.',
  evidence: {
    requests: [
      'GET careers.smartrecruiters.com/{company}/api/groups?page={page}',
      'GET careers.smartrecruiters.com/{company}/api/more?type={type}&value={value}&page={page}',
      'GET jobs.smartrecruiters.com/{company}/{posting}',
      'GET api.smartrecruiters.com/v1/companies/{company}/postings?limit=100&offset={offset}',
      'GET api.smartrecruiters.com/v1/companies/{company}/postings/{posting}',
    ],
    access: 'page',
    robots:
      'api.smartrecruiters.com forbids everything; jobs.smartrecruiters.com has none; unknown for careers.smartrecruiters.com.',
    basis: [
      'https://developers.smartrecruiters.com/docs/posting-api',
      'https://github.com/anupreetsingh/Role-Radar (role_radar/scrapers/smartrecruiters.py, the groups and their further postings)',
      'https://github.com/NikitaZhar/roleorienta (the pages, with a recorded one in docs/samples/sr-jysk.html)',
      'https://github.com/matt-manes/jobglob (scrapers/akuo_energy.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms:
    'Public, without a key. The Posting API is documented as public, but its host forbids robots: it is read only with the setting "allowed".',
  cost: { perRequest: 'varies', details: true },
  addresses: [
    'careers.smartrecruiters.com/{company}',
    'jobs.smartrecruiters.com/oneclick-ui/company/{company}',
    { address: 'jobs.smartrecruiters.com/{company}', except: ['oneclick-ui', 'ni', 'sr-jobs'] },
    'api.smartrecruiters.com/v1/companies/{company}',
    {
      address: 'www.smartrecruiters.com/{company}',
      except: ['recruiting', 'solutions', 'customers', 'company', 'careers'],
    },
  ],
  settings,
  // On the pages, a board without postings and a missing one give the same answer.
  absence: ({ allowed }) => (allowed === undefined ? 'uncertain' : 'closed'),
  // A page of groups has a few places; the largest boards have hundreds of them.
  defaults: { perMinute: 120, timeoutSeconds: 600, maxPages: 1000 },
  requests: (chosen) => [chosen.allowed === undefined ? groupsRequest(chosen, 0) : listRequest(chosen, 0)],
  parse(response, request, chosen) {
    if (request.accept === 'json') return readApi(answerOf(response), request, chosen);
    return request.role === 'detail' ? readJobPage(response, request) : readGroups(response, request, chosen);
  },
});

const jobs = 'https://jobs.smartrecruiters.com';
const careers = ({ baseUrl = 'https://careers.smartrecruiters.com' }: Settings): string => baseUrl;

const pageRequest = (url: string, memo: Memo): PageRequest => pageAt(url, { memo });

const groupsRequest = (chosen: Settings, page: number): PageRequest =>
  pageRequest(`${careers(chosen)}/${chosen.company}/api/groups?page=${page}`, { page });

/** A page of groups by place, or of one group's further postings; an empty one comes after the last. */
function readGroups({ body }: PageResponse, { url, memo }: PageRequest, chosen: Settings): ParsedPage {
  if (body.trim() === '') return { postings: [], follow: [] };
  const { page, place: ofGroup } = memo as Memo;
  const markup = parseMarkup(body);
  const flaws: string[] = [];
  const follow: PageRequest[] = [];
  let place = ofGroup ?? null;
  let truncated = false;
  // In the order of the page: a group's place precedes its postings.
  for (const element of markup<Element, string>('h3, a.js-job-ad-link, li.opening-job a[href], a.js-more').toArray()) {
    const found = markup(element);
    if (element.name === 'h3') place = textOf(found);
    else if (found.hasClass('js-more')) {
      const more = moreRequest(element, place, chosen);
      if (more === null) truncated = true;
      else follow.push(more);
    } else {
      const detail = detailRequest(found, place, chosen);
      if (detail === null) flaws.push(`A posting of ${place ?? 'a group'} has no number or no title.`);
      else follow.push(detail);
    }
  }
  if (!follow.some(({ role }) => role === 'detail'))
    throw sourceChanged('groups of openings', flaws[0] ?? `"${body.trim().slice(0, 60)}"`);
  const next =
    ofGroup === undefined
      ? groupsRequest(chosen, page + 1)
      : pageRequest(url.replace(/page=\d+$/, `page=${page + 1}`), { page: page + 1, place });
  return { postings: [], follow: [...follow, next], flaws, ...(truncated && { truncated }) };
}

const textOf = (element: Cheerio<Element>): string | null => element.text().replace(/\s+/g, ' ').trim() || null;

/** The further postings of a group, from the link that its page loads them by. */
function moreRequest({ attribs }: Element, place: string | null, chosen: Settings): PageRequest | null {
  const { 'data-more': path = '', 'data-type': type = '', 'data-value': value = '' } = attribs;
  if (!/^\/[\w.-]{1,80}\/api\/more$/.test(path) || !/^\w{1,40}$/.test(type) || !/^[\w%.~!*'()-]{1,500}$/.test(value))
    return null;
  return pageRequest(`${careers(chosen)}${path}?type=${type}&value=${value}&page=1`, { page: 1, place });
}

function detailRequest(link: Cheerio<Element>, place: string | null, chosen: Settings): PageRequest | null {
  const address = link.attr('href') ?? '';
  const title = textOf(link.find('h4').first()) ?? textOf(link);
  const id = /\/(\d{6,20})(?:-[^/?#]{0,300})?(?:[?#]|$)/.exec(address)?.[1];
  if (id === undefined || title === null || !URL.canParse(address, jobs)) return null;
  const own = new URL(address, jobs);
  return pageAt(chosen.baseUrl === undefined ? own.href : `${chosen.baseUrl}${own.pathname}`, {
    role: 'detail',
    listed: {
      ...emptyPosting(title, own.href),
      sourceJobId: id,
      company: companyNamed(chosen.company),
      places: placeText(place),
      workplace: workplaceOf(link),
    },
  });
}

/** The tooltip of a posting states the workplace. */
function workplaceOf(link: Cheerio<Element>): string[] {
  const tip = link.find('[content]').first().attr('content') ?? '';
  return listOf(/\bhybrid\b/i.test(tip) ? 'hybrid' : null, /\bremotely\b/i.test(tip) ? 'remote' : null);
}

function readApi(answer: Members, request: PageRequest, chosen: Settings): ParsedPage {
  if (request.role === 'detail') return { postings: [asPosting(answer, chosen)], follow: [] };
  const content = answer.list('content');
  const next = answer.count('offset') + pageSize;
  const more = next < answer.count('totalFound') && content.length > 0;
  const base = request.url.replace(/\?[\s\S]*$/, '');
  const asRequest = (job: Members): PageRequest =>
    jsonAt(`${base}/${encodeURIComponent(job.needed('id'))}`, { role: 'detail', listed: asPosting(job, chosen) });
  return readListed(content, asRequest, more ? listRequest(chosen, next) : null);
}

const listRequest = ({ baseUrl = 'https://api.smartrecruiters.com', company }: Settings, offset: number): PageRequest =>
  jsonAt(`${baseUrl}/v1/companies/${company}/postings?limit=${pageSize}&offset=${offset}`);

/** An entry of the list has the form of a detail without a description. */
function asPosting(job: Members, { company }: Settings): Posting {
  const id = job.needed('id');
  const level = job.text('experienceLevel.label');
  const sections = Object.keys(job.at('jobAd.sections').raw ?? {})
    .map((name) => job.at(['jobAd', 'sections', name]))
    .filter((section) => section.text('text') !== null)
    .map((section) => `<h3>${section.text('title') ?? ''}</h3>${section.text('text')}`);
  return {
    ...emptyPosting(job.needed('name'), job.text('postingUrl') ?? `${jobs}/${company}/${id}`),
    sourceJobId: id,
    requisitionId: job.text('refNumber'),
    applyUrl: job.text('applyUrl'),
    company: companyNamed(job.text('company.name') ?? company),
    places: placesOf(job.at('location')),
    workplace: ['hybrid', 'remote'].filter((name) => job.flag(`location.${name}`)),
    jobType: job.texts('typeOfEmployment.label'),
    level: listOf(level === 'Not Applicable' ? null : level),
    postedAt: job.text('releasedDate'),
    descriptionHtml: sections.join('\n') || null,
    tags: job.texts('department.label', 'function.label', 'industry.label'),
  };
}

/** The parts of the location; its country is a lower-case code. */
function placesOf(location: Members): Posting['places'] {
  const country = location.text('country')?.toUpperCase() ?? null;
  const parts = placeParts(location.text('city'), location.text('region'), country);
  return parts.length > 0 ? parts : placeText(location.text('fullLocation'));
}
