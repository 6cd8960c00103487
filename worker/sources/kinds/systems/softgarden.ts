import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { subdomainOf } from '../../parse/board-settings.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { answerOf } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJobPage, refuseBlocked } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  type PageRequest,
  type PageResponse,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('softgarden'),
  company: subdomainOf('career.softgarden.de'),
  listing: z
    .enum(['feed', 'page'])
    .default('feed')
    .describe(
      'Where the postings are listed: in the feed of NAME.career.softgarden.de, or on the page NAME.softgarden.io.',
    ),
});
type Settings = z.infer<typeof settings>;

/**
 * A career site on softgarden: by its feed, a schema.org DataFeed of complete JobPostings (https://schema.org/DataFeed), or by the ids
 * that its page lists, with one page per posting.
 */
export const softgarden = defineKind({
  kind: 'softgarden',
  summary: 'Career sites on softgarden, by the feed of JobPostings, or by pages.',
  evidence: {
    requests: [
      'GET {company}.career.softgarden.de/jobs.feed.json',
      'GET {company}.softgarden.io/',
      'GET {company}.softgarden.io/job/{id}',
    ],
    access: 'page',
    robots: 'NAME.softgarden.io allows it; unknown for NAME.career.softgarden.de.',
    basis: [
      'https://schema.org/DataFeed',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/softgarden.py)',
      'https://github.com/santifer/career-ops (providers/softgarden.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    '{company}.career.softgarden.de',
    { address: '{company}.softgarden.io', except: ['api', 'app', 'dev', 'static'] },
  ],
  settings,
  requests: (chosen) => [
    chosen.listing === 'feed'
      ? jsonAt(`${originOf(chosen)}/jobs.feed.json`, { list: { member: 'dataFeedElement' } })
      : pageAt(`${originOf(chosen)}/`),
  ],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    if (request.accept === 'page') return { postings: [], follow: detailRequests(response, chosen) };
    return readEntries(answerOf(response).list('dataFeedElement'), (element) => {
      const item = element.object('item');
      const [title, url] = [item.needed('title'), item.needed('url')];
      return { ...(readJobPostingNode(item.raw as LinkedData, url) ?? emptyPosting(title, url)), url };
    });
  },
});

const originOf = ({ baseUrl, company, listing }: Settings): string =>
  baseUrl ?? `https://${company}${listing === 'feed' ? '.career.softgarden.de' : '.softgarden.io'}`;

const marker = 'complete_job_id_list';
/** How far after the marker its list begins: another name may be in between. */
const longestNaming = 60;
const longestList = 1_000_000;

/** The page's script has the ids of all postings, `var complete_job_id_list = jobs_selected = [1, 2];`. */
function detailRequests(response: PageResponse, chosen: Settings): PageRequest[] {
  const { body } = response;
  const at = body.indexOf(marker);
  const start = at < 0 ? -1 : body.slice(0, at + marker.length + longestNaming).indexOf('[', at);
  const end = start < 0 ? -1 : body.slice(0, start + longestList).indexOf(']', start);
  if (end < 0) {
    refuseBlocked(response);
    throw sourceChanged(`a page with ${marker}`, `"${body.trim().slice(0, 60)}"`);
  }
  const ids = body
    .slice(start + 1, end)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => /^\d{1,15}$/.test(id));
  return ids.map((id) => pageAt(`${originOf(chosen)}/job/${id}`, { role: 'detail' }));
}
