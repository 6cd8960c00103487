import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type PostingPlace } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('breezy'),
  company: subdomainOf('breezy.hr'),
});

const named = z
  .object({ name: coerceText })
  .nullish()
  .transform((value) => value?.name ?? null);
const location = z.object({
  name: coerceText,
  city: coerceText,
  state: named,
  country: named,
  is_remote: coerceFlag,
  remote_details: z.object({ value: coerceText, label: coerceText }).nullish(),
});
type Location = z.infer<typeof location>;
const jobSchema = z.object({
  id: neededId,
  name: neededText,
  url: coerceText,
  published_date: coerceText,
  requisition_id: coerceText,
  type: named,
  location: location.nullish(),
  locations: z.array(location).nullish(),
  department: coerceText,
  category: named,
  salary: coerceText,
  experience: named,
  description: coerceText,
  company: z.object({ name: coerceText, logo_url: coerceText }).nullish(),
});

/**
 * A company's positions on Breezy, complete in one request.
 * Fields are documented at https://developer.breezy.hr/reference/model-position; the career portal returns them at GET
 * /json, with descriptions when `verbose` is true.
 */
export const breezy = defineKind({
  kind: 'breezy',
  summary: 'Positions on Breezy, by the career portal’s feed.',
  evidence: {
    requests: ['GET {company}.breezy.hr/json?verbose=true'],
    access: 'undocumented',
    robots: 'Some portals forbid `/`.',
    basis: [
      'https://developer.breezy.hr/reference/model-position',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-breezyhr)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/breezy.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/breezy.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    { address: '{company}.breezy.hr', except: ['marketing', 'assets-cdn', 'gallery-cdn', 'attachments-cdn'] },
  ],
  settings,
  requests: ({ baseUrl, company }) => [
    {
      url: `${baseUrl ?? `https://${company}.breezy.hr`}/json?verbose=true`,
      role: 'listing',
      accept: 'json',
      list: { member: null },
    },
  ],
  parse(response, _ask, { company }) {
    const list = readShape(response, z.array(z.unknown()), 'a list of positions');
    const read = readEntries(list, jobSchema, (job) => {
      const locations = job.locations?.length ? job.locations : [job.location].filter((each) => each != null);
      return {
        ...emptyPosting(job.name, job.url ?? `https://${company}.breezy.hr/p/${encodeURIComponent(job.id)}`),
        sourceJobId: job.id,
        requisitionId: job.requisition_id,
        company: { name: job.company?.name ?? company, url: null, logoUrl: job.company?.logo_url ?? null },
        places: locations.flatMap(placeOf),
        workplace: [...new Set(locations.flatMap(workplaceOf))],
        jobType: listOf(job.type),
        level: listOf(job.experience),
        salary: job.salary === null ? null : { text: job.salary, min: null, max: null, currency: null, per: null },
        postedAt: job.published_date,
        descriptionHtml: job.description,
        tags: listOf(job.department, job.category),
      };
    });
    return { ...read, follow: [] };
  },
});

function placeOf({ name, city, state, country }: Location): PostingPlace[] {
  return name === null ? placeParts(city, state, country) : [{ text: name, city: null, region: null, country }];
}

/** `value` is a code such as `remote-location` or `hybrid`, `label` its description. */
function workplaceOf({ is_remote: remote, remote_details: details }: Location): string[] {
  return listOf(details?.label, details?.value, remote && !details?.value ? 'remote' : null);
}
