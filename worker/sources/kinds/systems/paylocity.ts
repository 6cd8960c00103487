import { z } from 'zod';
import { companyInstead } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { asShape, readListed } from '../../parse/read-shape.js';
import { readJobPage } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('paylocity'),
  board: z.guid('The board, as in …/Recruiting/Jobs/All/BOARD.').describe('Board, as in …/Recruiting/Jobs/All/BOARD.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const jobSchema = z.object({
  JobId: neededId,
  JobTitle: neededText,
  LocationName: coerceText,
  PublishedDate: coerceText,
  HiringDepartment: coerceText,
  IsRemote: coerceFlag,
  Description: coerceText,
  JobLocation: z.object({ City: coerceText, State: coerceText, Country: coerceText }).nullish(),
});
const internalSchema = z.object({ IsInternal: z.literal(true) });
const dataSchema = z.object({
  ModuleTitle: coerceText,
  Jobs: z.array(z.unknown()),
});

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
  requests: (chosen) => [
    { url: `${origin(chosen)}/Recruiting/Jobs/All/${chosen.board}`, role: 'listing', accept: 'page', render: 'never' },
  ],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    const data = asShape(embeddedJson(response.body, 'window.pageData'), dataSchema, 'an object with a list "Jobs"');
    const external = data.Jobs.filter((job) => !internalSchema.safeParse(job).success);
    // Some boards state the number of the account behind the company's name.
    const company = chosen.companyName ?? data.ModuleTitle?.replace(/ \[\d{1,12}\]$/, '') ?? null;
    return { postings: [], ...readListed(external, jobSchema, (job) => detailRequest(job, { chosen, company })) };
  },
});

const origin = ({ baseUrl = 'https://recruiting.paylocity.com' }: Settings): string => baseUrl;

function detailRequest(
  job: z.infer<typeof jobSchema>,
  { chosen, company }: { chosen: Settings; company: string | null },
): PageRequest {
  const path = `/Recruiting/Jobs/Details/${encodeURIComponent(job.JobId)}`;
  const place = job.JobLocation;
  const city = place?.City ?? null;
  return {
    url: `${origin(chosen)}${path}`,
    role: 'detail',
    accept: 'page',
    render: 'never',
    listed: {
      ...emptyPosting(job.JobTitle, `https://recruiting.paylocity.com${path}`),
      sourceJobId: job.JobId,
      company: { name: company, url: null, logoUrl: null },
      places: [
        {
          text: city === null ? job.LocationName : null,
          city,
          region: place?.State ?? null,
          country: place?.Country ?? null,
        },
      ],
      workplace: listOf(job.IsRemote ? 'remote' : null),
      postedAt: job.PublishedDate,
      descriptionHtml: job.Description,
      tags: listOf(job.HiringDepartment),
    },
  };
}
