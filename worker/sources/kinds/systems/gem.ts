import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('gem'),
  board: boardNameIn('jobs.gem.com/BOARD (case matters)'),
  companyName,
});

const named = z.object({ name: coerceText });
const jobSchema = z.object({
  id: neededId,
  title: neededText,
  absolute_url: neededText,
  requisition_id: coerceText,
  content: coerceText,
  content_plain: coerceText,
  employment_type: coerceText,
  location_type: coerceText,
  first_published_at: coerceText,
  location: named.nullish(),
  offices: z.array(z.object({ location: named.nullish() })).nullish(),
  departments: z.array(named).nullish(),
});

/** Gem's words for the workplace. */
const words = tableOf<string>({ remote: 'remote', hybrid: 'hybrid', in_office: 'on site' });

/**
 * A company's job board on Gem, complete in one request.
 * Documented at https://api.gem.com/job_board/v0/reference (GET /{vanity_url_path}/job_posts/).
 */
export const gem = defineKind({
  kind: 'gem',
  summary: 'Job boards on Gem, by the Job Board API.',
  evidence: {
    requests: ['GET api.gem.com/job_board/v0/{board}/job_posts/'],
    access: 'documented',
    robots: 'Answers 403, which RFC 9309 counts as no rules.',
    basis: [
      'https://api.gem.com/job_board/v0/reference',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/gem.py)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/gem.py)',
      'https://github.com/santifer/career-ops (providers/gem.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  addresses: ['jobs.gem.com/{board}', 'api.gem.com/job_board/v0/{board}'],
  settings,
  requests: ({ baseUrl = 'https://api.gem.com', board }) => [
    { url: `${baseUrl}/job_board/v0/${board}/job_posts/`, role: 'listing', accept: 'json', list: { member: null } },
  ],
  parse(response, _request, chosen) {
    const list = readShape(response, z.array(z.unknown()), 'a list of postings');
    const read = readEntries(list, jobSchema, (job) => {
      const offices = listOf(...(job.offices ?? []).map(({ location }) => location?.name));
      return {
        ...emptyPosting(job.title, job.absolute_url),
        sourceJobId: job.id,
        requisitionId: job.requisition_id,
        company: { name: chosen.companyName ?? chosen.board, url: null, logoUrl: null },
        places: offices.length > 0 ? placeText(...offices) : placeText(job.location?.name ?? null),
        workplace: listOf(job.location_type === null ? null : (words[job.location_type] ?? job.location_type)),
        jobType: listOf(job.employment_type?.replaceAll('_', ' ')),
        postedAt: job.first_published_at,
        descriptionHtml: job.content,
        descriptionText: job.content === null ? job.content_plain : null,
        tags: listOf(...(job.departments ?? []).map(({ name }) => name)),
      };
    });
    return { ...read, follow: [] };
  },
});
