import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { answerOf, Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('bamboohr'),
  company: subdomainOf('bamboohr.com'),
  companyName,
});
type Settings = z.infer<typeof settings>;

/** BambooHR's codes for the workplace. */
const locationTypes: Readonly<Record<string, string>> = tableOf({ '0': 'on site', '1': 'remote', '2': 'hybrid' });

/**
 * A company's openings on BambooHR: a list, and one detail request per opening for its description, date and pay.
 * Endpoints of its public careers page: GET /careers/list and /careers/{id}/detail; https://documentation.bamboohr.com.
 */
export const bamboohr = defineKind({
  kind: 'bamboohr',
  summary: 'Openings on BambooHR, by the careers page’s endpoints.',
  evidence: {
    requests: ['GET {company}.bamboohr.com/careers/list', 'GET {company}.bamboohr.com/careers/{id}/detail'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/bamboohr.py, measured on 1,508 details)',
      'https://github.com/santifer/career-ops (providers/bamboohr.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/bamboohr.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    { address: '{company}.bamboohr.com', except: ['documentation', 'marketplace', 'partners', 'images7', 'static'] },
  ],
  settings,
  // One request per opening takes longer than a minute.
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [jsonAt(`${host(chosen)}/careers/list`)],
  parse(response, request, chosen) {
    const answer = answerOf(response);
    if (request.role === 'detail') {
      const listed = new Members(request.memo);
      return { postings: [asPosting(answer.object('result.jobOpening'), listed, chosen)], follow: [] };
    }
    return readListed(answer.list('result'), (job) => detailRequest(job, chosen));
  },
});

const host = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.bamboohr.com`;

/** The list by itself contains enough for a posting when the detail cannot be read. */
function detailRequest(job: Members, chosen: Settings): PageRequest {
  const listed = asPosting(new Members({}), job, chosen);
  return jsonAt(`${host(chosen)}/careers/${job.needed('id')}/detail`, { role: 'detail', memo: job.raw, listed });
}

function asPosting(detail: Members, job: Members, chosen: Settings): Posting {
  const id = job.needed('id');
  return {
    ...emptyPosting(job.needed('jobOpeningName'), detail.text('jobOpeningShareUrl') ?? `${host(chosen)}/careers/${id}`),
    sourceJobId: id,
    company: companyNamed(chosen.companyName ?? chosen.company),
    places: placesOf(job, detail),
    workplace: workplaceOf(job, detail),
    jobType: job.texts('employmentStatusLabel'),
    level: detail.texts('minimumExperience'),
    salary: payWith({ text: detail.text('compensation') }),
    postedAt: detail.text('datePosted'),
    descriptionHtml: detail.text('description'),
    tags: job.texts('departmentLabel'),
  };
}

/** The place is stated in up to four fields; each may contain parts that the others omit. */
function placesOf(job: Members, detail: Members): Posting['places'] {
  const stated = [detail, job].flatMap((each) => [each.at('atsLocation'), each.at('location')]);
  const first = (...names: string[]): string | null =>
    stated.map((each) => each.text(...names)).find((value) => value !== null) ?? null;
  return placeParts(first('city'), first('state', 'province'), first('country', 'addressCountry'));
}

function workplaceOf(job: Members, detail: Members): string[] {
  const code = detail.text('locationType') ?? job.text('locationType');
  const workplace = code === null ? null : (locationTypes[code] ?? null);
  const isRemote = detail.flag('isRemote') ?? job.flag('isRemote');
  return listOf(workplace, workplace === null && isRemote ? 'remote' : null);
}
