import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('gem'),
  board: boardNameIn('jobs.gem.com/BOARD (case matters)'),
  companyName,
});

/** Gem's words for the workplace. */
const words = tableOf<string>({ remote: 'remote', hybrid: 'hybrid', in_office: 'on site' });

/**
 * A company's job board on Gem, complete in one request.
 * Documented at https://api.gem.com/job_board/v0/reference (GET /{vanity_url_path}/job_posts/).
 */
export const gem = defineListing({
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
  request: ({ baseUrl = 'https://api.gem.com', board }) => ({ url: `${baseUrl}/job_board/v0/${board}/job_posts/` }),
  entries: '',
  inParts: [],
  asPosting(job, chosen) {
    const offices = job.texts('offices.location.name');
    const workplace = job.text('location_type');
    const html = job.text('content');
    return {
      ...emptyPosting(job.needed('title'), job.needed('absolute_url')),
      sourceJobId: job.needed('id'),
      requisitionId: job.text('requisition_id'),
      company: companyNamed(chosen.companyName ?? chosen.board),
      places: placeText(...(offices.length > 0 ? offices : [job.text('location.name')])),
      workplace: listOf(workplace === null ? null : (words[workplace] ?? workplace)),
      jobType: listOf(job.text('employment_type')?.replaceAll('_', ' ')),
      postedAt: job.text('first_published_at'),
      descriptionHtml: html,
      descriptionText: html === null ? job.text('content_plain') : null,
      tags: job.texts('departments.name'),
    };
  },
});
