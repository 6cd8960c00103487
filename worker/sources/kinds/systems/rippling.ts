import { z } from 'zod';
import { boardNameIn, companyInstead } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('rippling'),
  board: boardNameIn('ats.rippling.com/BOARD/jobs'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

/**
 * A company's job board on Rippling: one list, and one detail request per posting. The list has an entry for each place of a
 * posting. Documented at https://developer.rippling.com/documentation/job-board-api, with 100 requests in ten minutes.
 */
export const rippling = defineKind({
  kind: 'rippling',
  summary: 'Job boards on Rippling, by the job board API.',
  evidence: {
    requests: [
      'GET api.rippling.com/platform/api/ats/v1/board/{board}/jobs',
      'GET api.rippling.com/platform/api/ats/v1/board/{board}/jobs/{posting}',
    ],
    access: 'documented',
    robots: null,
    basis: [
      'https://developer.rippling.com/documentation/job-board-api',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/rippling.py)',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/rippling.py)',
      'https://github.com/santifer/career-ops (providers/rippling.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'Made for showing openings on other sites, under Rippling’s developer terms; at most 100 requests in ten minutes.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    'ats.rippling.com/[locale]/{board}/jobs',
    'api.rippling.com/platform/api/ats/v1/board/{board}',
    'ats.rippling.com/api/v2/board/{board}/jobs',
  ],
  settings,
  defaults: { perMinute: 10, concurrency: 1, timeoutSeconds: 600 },
  requests: (chosen) => [jsonAt(api(chosen))],
  parse(response, request, chosen) {
    const answer = answerOf(response);
    if (request.role === 'detail') return { postings: [readDetail(answer, request, chosen)], follow: [] };
    return readListed(answer.list(), (listed) => detailRequest(listed, chosen));
  },
});

const api = ({ baseUrl = 'https://api.rippling.com', board }: Settings): string =>
  `${baseUrl}/platform/api/ats/v1/board/${board}/jobs`;

function detailRequest(listed: Members, chosen: Settings): PageRequest {
  const id = listed.needed('uuid');
  return jsonAt(`${api(chosen)}/${encodeURIComponent(id)}`, {
    role: 'detail',
    listed: {
      ...emptyPosting(
        listed.needed('name'),
        listed.text('url') ?? `https://ats.rippling.com/${chosen.board}/jobs/${id}`,
      ),
      sourceJobId: id,
      company: companyNamed(chosen.companyName ?? chosen.board),
      places: placeText(labelOf(listed, 'workLocation')),
      tags: listOf(labelOf(listed, 'department')),
    },
  });
}

/** A label, as a text or in an object. */
const labelOf = (stated: Members, path: string): string | null => stated.text(path, `${path}.label`, `${path}.name`);

function readDetail(detail: Members, request: PageRequest, chosen: Settings): Posting {
  const [pay] = detail.rows('payRangeDetails');
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.needed('name'), request.url),
    company: companyNamed(chosen.companyName ?? detail.text('companyName')),
    places: placeText(...detail.texts('workLocations')),
    jobType: listOf(detail.text('employmentType.id', 'employmentType.label')),
    salary: payWith({
      min: pay?.amount('rangeStart') ?? null,
      max: pay?.amount('rangeEnd') ?? null,
      currency: pay?.text('currency') ?? null,
      per: pay?.text('frequency') ?? null,
    }),
    postedAt: detail.text('createdOn'),
    descriptionHtml: detail.texts('description.role', 'description.company').join('\n') || null,
    tags: listOf(labelOf(detail, 'department')),
  });
}
