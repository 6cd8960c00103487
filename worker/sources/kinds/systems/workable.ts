import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeParts } from '../../posting.js';
import { commonSettings, defineKind, jsonAt } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('workable'),
  account: boardSetting(/^[\w-]{1,80}$/, 'account, as in apply.workable.com/ACCOUNT'),
});

/**
 * A company's openings on Workable, complete in one request. An opening with several locations is listed once for each of
 * them, under the same shortcode.
 * Documented at https://workable.readme.io/reference/jobs-1 (an account's public jobs, which the careers widget loads from
 * GET /api/v1/widget/accounts/{account}?details=true).
 */
export const workable = defineKind({
  kind: 'workable',
  summary: 'Openings on Workable, by the careers widget.',
  evidence: {
    requests: ['GET apply.workable.com/api/v1/widget/accounts/{account}?details=true'],
    access: 'documented',
    robots: null,
    basis: [
      'https://workable.readme.io/reference/jobs-1',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/workable.py)',
      'https://github.com/santifer/career-ops (providers/workable.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    'apply.workable.com/api/v1/widget/accounts/{account}',
    'apply.workable.com/api/v1/accounts/{account}',
    'apply.workable.com/api/v3/accounts/{account}',
    'www.workable.com/api/accounts/{account}',
    { address: 'apply.workable.com/{account}', except: ['j'] },
    { address: '{account}.workable.com', except: ['apply', 'jobs', 'careers', 'resources'] },
  ],
  settings,
  requests: ({ baseUrl = 'https://apply.workable.com', account }) => [
    jsonAt(`${baseUrl}/api/v1/widget/accounts/${account}?details=true`),
  ],
  parse(response, _request, { account }) {
    const answer = answerOf(response);
    const company = companyNamed(answer.text('name') ?? account);
    const read = readEntries(answer.list('jobs'), (job) => ({
      ...emptyPosting(job.needed('title'), job.needed('url')),
      sourceJobId: job.needed('shortcode'),
      requisitionId: job.text('code'),
      applyUrl: job.text('application_url'),
      company,
      places: placesOf(job),
      workplace: listOf(job.flag('telecommuting') ? 'remote' : null),
      jobType: job.texts('employment_type'),
      level: job.texts('experience'),
      postedAt: job.text('published_on', 'created_at'),
      descriptionHtml: job.texts('description', 'requirements', 'benefits').join('\n') || null,
      tags: job.texts('department', 'function', 'industry'),
    }));
    return { ...read, postings: joinByShortcode(read.postings) };
  },
});

function placesOf(job: Members): Posting['places'] {
  const places = job
    .rows('locations')
    .filter((place) => place.flag('hidden') !== true)
    .flatMap((place) => placeParts(place.text('city'), place.text('region'), place.text('country', 'countryCode')));
  return places.length > 0 ? places : placeParts(job.text('city'), job.text('state'), job.text('country'));
}

/** One posting for each opening, with the places of all its rows. */
function joinByShortcode(postings: readonly Posting[]): Posting[] {
  const joined = new Map<string | null, Posting>();
  for (const posting of postings) {
    const first = joined.get(posting.sourceJobId);
    const places = [...(first?.places ?? []), ...posting.places];
    const unique = new Map(places.map((place) => [JSON.stringify(place), place]));
    joined.set(posting.sourceJobId, { ...(first ?? posting), places: [...unique.values()] });
  }
  return [...joined.values()];
}
