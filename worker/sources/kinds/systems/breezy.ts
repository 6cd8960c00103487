import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type PostingPlace, payWith, placeParts, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('breezy'),
  company: subdomainOf('breezy.hr'),
});

/**
 * A company's positions on Breezy, complete in one request.
 * Fields are documented at https://developer.breezy.hr/reference/model-position; the career portal returns them at GET
 * /json, with descriptions when `verbose` is true.
 */
export const breezy = defineListing({
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
  request: ({ baseUrl, company }) => ({ url: `${baseUrl ?? `https://${company}.breezy.hr`}/json?verbose=true` }),
  entries: '',
  inParts: [],
  asPosting(job, { company }) {
    const id = job.needed('id');
    const several = job.rows('locations');
    const locations = several.length > 0 ? several : job.rows('location');
    return {
      ...emptyPosting(
        job.needed('name'),
        job.text('url') ?? `https://${company}.breezy.hr/p/${encodeURIComponent(id)}`,
      ),
      sourceJobId: id,
      requisitionId: job.text('requisition_id'),
      company: companyNamed(job.text('company.name') ?? company, { logoUrl: job.text('company.logo_url') }),
      places: locations.flatMap(placeOf),
      workplace: [...new Set(locations.flatMap(workplaceOf))],
      jobType: job.texts('type.name'),
      level: job.texts('experience.name'),
      salary: payWith({ text: job.text('salary') }),
      postedAt: job.text('published_date'),
      descriptionHtml: job.text('description'),
      tags: job.texts('department', 'category.name'),
    };
  },
});

function placeOf(location: Members): PostingPlace[] {
  const [text, country] = [location.text('name'), location.text('country.name')];
  return text === null
    ? placeParts(location.text('city'), location.text('state.name'), country)
    : [placeWith({ text, country })];
}

/** `value` is a code such as `remote-location` or `hybrid`, `label` its description. */
function workplaceOf(location: Members): string[] {
  const details = location.texts('remote_details.label', 'remote_details.value');
  const isRemote = location.flag('is_remote') && location.text('remote_details.value') === null;
  return [...details, ...(isRemote ? ['remote'] : [])];
}
