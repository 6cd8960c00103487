import { z } from 'zod';
import { companyInstead } from '../../parse/board-settings.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, placeIn } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, pageAt } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('paylocity'),
  board: z.guid('The board, as in …/Recruiting/Jobs/All/BOARD.').describe('Board, as in …/Recruiting/Jobs/All/BOARD.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

/**
 * A company's job board on Paylocity: its page, whose script contains the list, and one page per posting, which contains a
 * JobPosting. The documented feed needs a key of each company.
 */
export const paylocity = defineKind({
  kind: 'paylocity',
  summary: 'Job boards on Paylocity, by the pages.',
  evidence: {
    requests: [
      'GET recruiting.paylocity.com/Recruiting/Jobs/All/{board}',
      'GET recruiting.paylocity.com/Recruiting/Jobs/Details/{id}',
    ],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-paylocity/__tests__/fixtures)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/paylocity.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/paylocity.py)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    'recruiting.paylocity.com/Recruiting/Jobs/All/{board}',
    'recruiting.paylocity.com/recruiting/v2/api/feed/jobs/{board}',
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [pageAt(`${origin(chosen)}/Recruiting/Jobs/All/${chosen.board}`)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    const page = new Members(embeddedJson(response.body, 'window.pageData'));
    const external = page.list('Jobs').filter((job) => page.item(job).flag('IsInternal') !== true);
    // Some boards state the account number after the company's name.
    const company = chosen.companyName ?? page.text('ModuleTitle')?.replace(/ \[\d{1,12}\]$/, '') ?? null;
    return readListed(external, (job) => detailRequest(job, chosen, company));
  },
});

const origin = ({ baseUrl = 'https://recruiting.paylocity.com' }: Settings): string => baseUrl;

function detailRequest(job: Members, chosen: Settings, company: string | null): PageRequest {
  const path = `/Recruiting/Jobs/Details/${encodeURIComponent(job.needed('JobId'))}`;
  return pageAt(`${origin(chosen)}${path}`, {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('JobTitle'), `https://recruiting.paylocity.com${path}`),
      sourceJobId: job.needed('JobId'),
      company: companyNamed(company),
      places: [
        placeIn(job.text('LocationName'), {
          city: job.text('JobLocation.City'),
          region: job.text('JobLocation.State'),
          country: job.text('JobLocation.Country'),
        }),
      ],
      workplace: listOf(job.flag('IsRemote') ? 'remote' : null),
      postedAt: job.text('PublishedDate'),
      descriptionHtml: job.text('Description'),
      tags: job.texts('HiringDepartment'),
    },
  });
}
