import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { answerOf, Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, leadingTo, type PageRequest, pageAt } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('beisen'),
  company: subdomainOf('zhiye.com'),
  detailPath: z
    .string()
    .regex(/^[\w-]{1,40}(?:\/[\w-]{1,40})?$/, 'Such as social/detail or custom/zwxq.')
    .optional()
    .describe('Path of the pages of postings where it is the company’s own, such as custom/zwxq.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

type Memo = { portal: string; page: number; read: number };

/** Fields other than id and title that a list includes only when named. */
const wanted = ['Category', 'Kind', 'LocId', 'DetailAddress', 'Org', 'Degree', 'YearsOfWorking', 'Salary', 'PostDate'];

/** Addresses of the postings' pages, by category. */
const routes = tableOf<string>({ 1: 'social', 2: 'campus', 3: 'intern' });

/** A company's complete postings on Beisen (zhiye.com, China), in pages of 100; its page names the portal. */
export const beisen = defineKind({
  kind: 'beisen',
  summary: 'Career sites on Beisen (COMPANY.zhiye.com, China), by their endpoint.',
  evidence: {
    requests: ['GET {company}.zhiye.com/', 'POST {company}.zhiye.com/api/Jobad/GetJobAdPageList'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/beisen.py)',
      'https://github.com/Allen201117/job-radar (crawler/adapters/china_ats.py, crawler/beisen_routes.json)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['{company}.zhiye.com'],
  settings,
  requests: (chosen) => [pageAt(`${originOf(chosen)}/`)],
  parse(response, { memo }, chosen) {
    if (memo === undefined) {
      const stated = new Members(embeddedJson(response.body, 'var BSGlobal ='));
      const portal = stated.needed('PortalId', /^[\w-]{8,60}$/);
      return leadingTo(listRequest(chosen, { portal, page: 0, read: 0 }));
    }
    const { portal, page, read: before } = memo as Memo;
    const answer = answerOf(response);
    const list = answer.list('Data');
    const read = before + list.length;
    const more = read < answer.count('Count') && list.length > 0;
    // A posting with a status other than 1 is not open.
    const open = list.filter((job) => (answer.item(job).number('Status') ?? 1) === 1);
    return readEntries(
      open,
      (job) => asPosting(job, chosen),
      more ? listRequest(chosen, { portal, page: page + 1, read }) : null,
    );
  },
});

const originOf = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.zhiye.com`;

const listRequest = (chosen: Settings, memo: Memo): PageRequest =>
  jsonAt(`${originOf(chosen)}/api/Jobad/GetJobAdPageList`, {
    method: 'POST',
    memo,
    json: {
      PageIndex: memo.page,
      PageSize: pageSize,
      KeyWords: '',
      SpecialType: 0,
      PortalId: memo.portal,
      DisplayFields: wanted,
    },
  });

function asPosting(job: Members, { company, companyName: name, detailPath }: Settings): Posting {
  const id = job.needed('Id', /^[\w-]{8,60}$/);
  const category = job.text('CategoryId');
  const route = routes[category ?? ''] ?? encodeURIComponent(category ?? 'social');
  const places = job.texts('LocNames');
  const posted = job.text('PostDate');
  return {
    ...emptyPosting(
      job.needed('JobAdName'),
      `https://${company}.zhiye.com/${detailPath ?? `${route}/detail`}?jobAdId=${id}`,
    ),
    sourceJobId: id,
    company: companyNamed(name ?? company),
    places: placeText(...(places.length > 0 ? [...new Set(places)] : [job.text('DetailAddress')])),
    jobType: job.texts('Kind'),
    salary: payWith({ text: job.text('Salary') }),
    // A portal without dates states the year 1.
    postedAt: posted?.startsWith('0001-') ? null : posted,
    descriptionText: job.texts('Duty', 'Require').join('\n\n') || null,
    tags: job.texts('Category', 'Org'),
  };
}
