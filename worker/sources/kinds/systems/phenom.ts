import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, placeIn } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest, pageAt } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('phenom'),
  host: careerHost,
  site: z
    .string()
    .regex(/^[a-z]{2,10}\/[a-z-]{2,10}$/, 'Country and language, such as us/en or global/en.')
    .default('us/en')
    .describe('Country and language of the site as in its addresses, such as us/en or global/en.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

/** Beyond it the interface answers an empty page and a total of 0: `from` and `size` together stay below 10,000. */
const searchEnd = 9999;

/** `total`: that of the first page. */
type Memo = { from: number; total?: number };

/**
 * A career site on Phenom: a list in pages of 100, and one page per posting, which contains a JobPosting.
 * The site's own endpoint: POST /widgets with the key refineSearch.
 */
export const phenom = defineKind({
  kind: 'phenom',
  summary: 'Career sites on Phenom, by their endpoint and pages with JobPosting.',
  evidence: {
    requests: ['POST {host}/widgets', 'GET {host}/{site}/job/{jobId}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/phenom.py, measured on 91 sites)',
      'https://github.com/santifer/career-ops (providers/phenom.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    {
      address: '{host}/{_country}/{_language}/search-results',
      settings: { site: '{_country}/{_language}' },
    },
  ],
  pageMarks: [{ text: 'cdn.phenompeople.com', settings: { host: '{host}' } }],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, { from: 0 })],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    const answer = answerOf(response);
    const jobs = answer.list('refineSearch.data.jobs');
    const hits = answer.count('refineSearch.totalHits');
    const { from, total = hits } = request.memo as Memo;
    const next = from + jobs.length;
    const more = jobs.length > 0 && next < Math.min(total, searchEnd);
    return {
      ...readListed(
        jobs,
        (job) => detailRequest(job, chosen),
        more ? listRequest(chosen, { from: next, total }) : null,
      ),
      ...(total > searchEnd
        ? { truncated: true, doubts: [`Phenom shows ${searchEnd} of the site’s ${total} postings.`] }
        : {}),
    };
  },
});

const origin = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

function listRequest(chosen: Settings, memo: Memo): PageRequest {
  const { from } = memo;
  const [country = 'us', language = 'en'] = chosen.site.split('/');
  const search = { ddoKey: 'refineSearch', pageName: 'search-results', siteType: 'external', deviceType: 'desktop' };
  const page = { from, size: Math.min(pageSize, searchEnd - from), jobs: true, counts: false };
  const all = { all_fields: [], selected_fields: {}, keywords: '', global: true, sortBy: '' };
  return jsonAt(`${origin(chosen)}/widgets`, {
    method: 'POST',
    json: { ...search, ...page, ...all, lang: `${language}_${country}`, country },
    memo,
  });
}

function detailRequest(job: Members, chosen: Settings): PageRequest {
  const id = job.needed('jobId');
  const url = `${origin(chosen)}/${chosen.site}/job/${encodeURIComponent(id)}`;
  return pageAt(url, {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('title'), url),
      sourceJobId: id,
      requisitionId: job.text('reqId'),
      applyUrl: job.text('applyUrl'),
      company: companyNamed(chosen.companyName ?? job.text('companyName') ?? chosen.host),
      places: [
        placeIn(job.text('cityStateCountry'), {
          city: job.text('city'),
          region: job.text('state'),
          country: job.text('country'),
        }),
      ],
      jobType: job.texts('type'),
      postedAt: job.text('postedDate'),
      descriptionHtml: job.text('descriptionTeaser'),
      tags: job.texts('category'),
    },
  });
}
