import { z } from 'zod';
import { boardNameIn, companyInstead } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('rippling'),
  board: boardNameIn('ats.rippling.com/BOARD/jobs'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const labelled = z
  .union([z.object({ label: coerceText, name: coerceText }).transform(({ label, name }) => label ?? name), coerceText])
  .nullish()
  .transform((value) => value ?? null);
const listedSchema = z.object({
  uuid: neededId,
  name: neededText,
  url: coerceText,
  department: labelled,
  workLocation: labelled,
});
const payRange = z.object({
  currency: coerceText,
  rangeStart: coerceAmount,
  rangeEnd: coerceAmount,
  frequency: coerceText,
});
const detailSchema = z.object({
  name: neededText,
  companyName: coerceText,
  createdOn: coerceText,
  department: labelled,
  workLocations: coerceTexts,
  employmentType: z.object({ id: coerceText, label: coerceText }).nullish(),
  description: z.object({ company: coerceText, role: coerceText }).nullish(),
  payRangeDetails: z.array(payRange).nullish(),
});

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
  requests: (chosen) => [{ url: api(chosen), role: 'listing', accept: 'json' }],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [readDetail(response, request, chosen)], follow: [] };
    const list = readShape(response, z.array(z.unknown()), 'a list of postings');
    return { postings: [], ...readListed(list, listedSchema, (listed) => detailRequest(listed, chosen)) };
  },
});

const api = ({ baseUrl = 'https://api.rippling.com', board }: Settings): string =>
  `${baseUrl}/platform/api/ats/v1/board/${board}/jobs`;

function detailRequest(listed: z.infer<typeof listedSchema>, chosen: Settings): PageRequest {
  return {
    url: `${api(chosen)}/${encodeURIComponent(listed.uuid)}`,
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(listed.name, listed.url ?? `https://ats.rippling.com/${chosen.board}/jobs/${listed.uuid}`),
      sourceJobId: listed.uuid,
      company: { name: chosen.companyName ?? chosen.board, url: null, logoUrl: null },
      places: placeText(listed.workLocation),
      tags: listOf(listed.department),
    },
  };
}

function readDetail(response: Parameters<typeof readShape>[0], request: PageRequest, chosen: Settings): Posting {
  const detail = readStatedAnswer(response, detailSchema, 'a posting with a name');
  const [pay] = detail.payRangeDetails ?? [];
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.name, request.url),
    company: { name: chosen.companyName ?? detail.companyName, url: null, logoUrl: null },
    places: placeText(...detail.workLocations),
    jobType: listOf(detail.employmentType?.id ?? detail.employmentType?.label),
    salary:
      pay === undefined || (pay.rangeStart === null && pay.rangeEnd === null)
        ? null
        : { text: null, min: pay.rangeStart, max: pay.rangeEnd, currency: pay.currency, per: pay.frequency },
    postedAt: detail.createdOn,
    descriptionHtml: listOf(detail.description?.role, detail.description?.company).join('\n') || null,
    tags: listOf(detail.department),
  });
}
