import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('deel'),
  board: boardNameIn('jobs.deel.com/BOARD'),
  companyName,
});

const id = z.string().regex(/^[\w-]{8,60}$/);
const boardSchema = z.object({ organizationId: id, jobBoard: z.object({ id }) });
const postingsSchema = z.union([
  z.array(z.unknown()),
  z.object({ jobPostings: z.array(z.unknown()) }).transform(({ jobPostings }) => jobPostings),
]);
const name = z.object({ name: coerceText }).nullish();
const postingSchema = z.object({
  id: neededId,
  title: neededText,
  richtextDescription: coerceText,
  isCompensationVisible: z.boolean().nullish(),
  createdAt: coerceText,
  job: z
    .object({
      jobLocations: z.array(z.object({ location: name })).nullish(),
      jobEmploymentTypes: z.array(z.object({ employmentType: name })).nullish(),
      jobDepartments: z.array(z.object({ department: name })).nullish(),
      currentCompensation: z
        .object({ minAmount: coerceAmount, maxAmount: coerceAmount, currencyIsoCode: coerceText })
        .nullish(),
    })
    .nullish(),
});

/** A company's job board on Deel: one request for the ids of its board, and one for its postings, whole. */
export const deel = defineKind({
  kind: 'deel',
  summary: 'Job boards on Deel, by their endpoints.',
  evidence: {
    requests: [
      'GET api-prod.letsdeel.com/guest/ats/organizations/{board}/career_page_settings',
      'GET api-prod.letsdeel.com/guest/ats/organizations/{organizationId}/job_boards/{id}/job_postings',
    ],
    access: 'undocumented',
    robots: null,
    basis: ['https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/deel.py)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    'jobs.deel.com/job-boards/{board}',
    { address: 'jobs.deel.com/{board}', except: ['guest', 'deelapi', 'job-boards', 'job-details'] },
  ],
  settings,
  requests: (chosen) => [
    {
      url: `${boardsAt(chosen)}/${encodeURIComponent(chosen.board)}/career_page_settings`,
      role: 'listing',
      accept: 'json',
    },
  ],
  parse(response, { memo }, chosen) {
    if (memo === undefined) {
      const board = readShape(response, boardSchema, 'an object with organizationId and jobBoard');
      const url = `${boardsAt(chosen)}/${board.organizationId}/job_boards/${board.jobBoard.id}/job_postings`;
      return { postings: [], follow: [{ url, role: 'listing', accept: 'json', memo: 'postings' }], isIndex: true };
    }
    const postings = readShape(response, postingsSchema, 'a list of postings');
    return { ...readEntries(postings, postingSchema, (each) => asPosting(each, chosen)), follow: [] };
  },
});

const boardsAt = ({ baseUrl = 'https://api-prod.letsdeel.com' }: z.infer<typeof settings>): string =>
  `${baseUrl}/guest/ats/organizations`;

function asPosting(posting: z.infer<typeof postingSchema>, chosen: z.infer<typeof settings>): Posting {
  const { job } = posting;
  const pay = posting.isCompensationVisible === true ? job?.currentCompensation : null;
  const [min, max] = [pay?.minAmount ?? null, pay?.maxAmount ?? null];
  return {
    ...emptyPosting(
      posting.title,
      `https://jobs.deel.com/${chosen.board}/job-details/${encodeURIComponent(posting.id)}/overview`,
    ),
    sourceJobId: posting.id,
    company: { name: chosen.companyName ?? chosen.board, url: null, logoUrl: null },
    places: placeText(...(job?.jobLocations ?? []).map(({ location }) => location?.name ?? null)),
    jobType: listOf(...(job?.jobEmploymentTypes ?? []).map(({ employmentType }) => employmentType?.name)),
    salary:
      min === null && max === null
        ? null
        : { text: null, min, max, currency: pay?.currencyIsoCode ?? null, per: 'year' },
    postedAt: posting.createdAt,
    descriptionHtml: posting.richtextDescription,
    tags: listOf(...(job?.jobDepartments ?? []).map(({ department }) => department?.name)),
  };
}
