import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, leadingTo } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('deel'),
  board: boardNameIn('jobs.deel.com/BOARD'),
  companyName,
});

type Settings = z.infer<typeof settings>;

/** A company's job board on Deel: one request for the ids of its board, and one for its complete postings. */
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
  requests: (chosen) => [jsonAt(`${boardsAt(chosen)}/${encodeURIComponent(chosen.board)}/career_page_settings`)],
  parse(response, { memo }, chosen) {
    const answer = answerOf(response);
    if (memo === undefined) {
      const [organization, board] = [answer.needed('organizationId', id), answer.needed('jobBoard.id', id)];
      const url = `${boardsAt(chosen)}/${organization}/job_boards/${board}/job_postings`;
      return leadingTo(jsonAt(url, { memo: 'postings' }));
    }
    const postings = Array.isArray(answer.raw) ? answer.raw : answer.list('jobPostings');
    return readEntries(postings, (each) => asPosting(each, chosen));
  },
});

const id = /^[\w-]{8,60}$/;

const boardsAt = ({ baseUrl = 'https://api-prod.letsdeel.com' }: Settings): string =>
  `${baseUrl}/guest/ats/organizations`;

function asPosting(posting: Members, chosen: Settings): Posting {
  const own = posting.needed('id');
  const job = posting.at('job');
  const pay = posting.flag('isCompensationVisible') === true ? job.at('currentCompensation') : null;
  return {
    ...emptyPosting(
      posting.needed('title'),
      `https://jobs.deel.com/${chosen.board}/job-details/${encodeURIComponent(own)}/overview`,
    ),
    sourceJobId: own,
    company: companyNamed(chosen.companyName ?? chosen.board),
    places: placeText(...job.texts('jobLocations.location.name')),
    jobType: job.texts('jobEmploymentTypes.employmentType.name'),
    salary:
      pay &&
      payWith({
        min: pay.amount('minAmount'),
        max: pay.amount('maxAmount'),
        currency: pay.text('currencyIsoCode'),
        per: 'year',
      }),
    postedAt: posting.text('createdAt'),
    descriptionHtml: posting.text('richtextDescription'),
    tags: job.texts('jobDepartments.department.name'),
  };
}
