import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededText, placeParts } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('workable'),
  account: boardSetting(/^[\w-]{1,80}$/, 'account, as in apply.workable.com/ACCOUNT'),
});

const location = z.object({
  country: coerceText,
  countryCode: coerceText,
  city: coerceText,
  region: coerceText,
  hidden: coerceFlag,
});
const jobSchema = z.object({
  title: neededText,
  shortcode: neededText,
  url: neededText,
  application_url: coerceText,
  code: coerceText,
  employment_type: coerceText,
  experience: coerceText,
  telecommuting: coerceFlag,
  department: coerceText,
  industry: coerceText,
  function: coerceText,
  published_on: coerceText,
  created_at: coerceText,
  country: coerceText,
  city: coerceText,
  state: coerceText,
  locations: z.array(location).nullish(),
  description: coerceText,
  requirements: coerceText,
  benefits: coerceText,
});
type Job = z.infer<typeof jobSchema>;

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
    { url: `${baseUrl}/api/v1/widget/accounts/${account}?details=true`, role: 'listing', accept: 'json' },
  ],
  parse(response, _ask, { account }) {
    const page = z.object({ name: coerceText, jobs: z.array(z.unknown()) }).safeParse(readJson(response));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', response.body.slice(0, 80));
    const { postings, ...read } = readEntries(page.data.jobs, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.url),
      sourceJobId: job.shortcode,
      requisitionId: job.code,
      applyUrl: job.application_url,
      company: { name: page.data.name ?? account, url: null, logoUrl: null },
      places: placesOf(job),
      workplace: listOf(job.telecommuting ? 'remote' : null),
      jobType: listOf(job.employment_type),
      level: listOf(job.experience),
      postedAt: job.published_on ?? job.created_at,
      descriptionHtml: listOf(job.description, job.requirements, job.benefits).join('\n') || null,
      tags: listOf(job.department, job.function, job.industry),
    }));
    return { ...read, postings: joinByShortcode(postings), follow: [] };
  },
});

function placesOf({ locations, city, state, country }: Job): Posting['places'] {
  const shown = (locations ?? []).filter(({ hidden }) => hidden !== true);
  const places = shown.flatMap((each) => placeParts(each.city, each.region, each.country ?? each.countryCode));
  return places.length > 0 ? places : placeParts(city, state, country);
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
