import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('pinpoint'),
  company: subdomainOf('pinpointhq.com'),
  companyName,
});

/**
 * A company's careers site on Pinpoint, complete in one request.
 * Documented at https://developers.pinpointhq.com (the job postings JSON endpoint: GET /postings.json of a careers site).
 * It states neither the company's name nor the date of a posting.
 */
export const pinpoint = defineListing({
  kind: 'pinpoint',
  summary: 'Career sites on Pinpoint, by the postings feed.',
  evidence: {
    requests: ['GET {company}.pinpointhq.com/postings.json'],
    access: 'documented',
    robots: null,
    basis: [
      'https://developers.pinpointhq.com',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/pinpoint.py, measured on 13,419 postings)',
      'https://github.com/santifer/career-ops (providers/pinpoint.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/pinpoint.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: ['{company}.pinpointhq.com'],
  settings,
  request: ({ baseUrl, company }) => ({ url: `${baseUrl ?? `https://${company}.pinpointhq.com`}/postings.json` }),
  entries: 'data',
  inParts: [],
  asPosting(job, { company, companyName }) {
    // Some sites give only the path of a posting.
    const address = job.text('url', 'path') ?? job.needed('url');
    return {
      ...emptyPosting(job.needed('title'), new URL(address, `https://${company}.pinpointhq.com`).href),
      sourceJobId: job.needed('id'),
      requisitionId: job.text('job.requisition_id'),
      company: companyNamed(companyName ?? company),
      places: placesOf(job.at('location')),
      workplace: listOf(job.text('workplace_type_text', 'workplace_type')),
      jobType: listOf(job.text('employment_type_text') ?? job.text('employment_type')?.replaceAll('_', ' ')),
      salary: payOf(job),
      validUntil: job.text('deadline_at'),
      descriptionHtml: descriptionOf(job),
      tags: job.texts('job.department.name'),
    };
  },
});

/** The address if there is one, otherwise the location's name ("Head Office"). */
function placesOf(location: Members): Posting['places'] {
  const inParts = placeParts(location.text('city'), location.text('province'), null);
  return inParts.length > 0 ? inParts : placeText(location.text('name'));
}

/** The feed contains amounts even when the company hides them; hidden amounts are not used. */
function payOf(job: Members): Posting['salary'] {
  if (job.flag('compensation_visible') === false) return null;
  return payWith({
    text: job.text('compensation'),
    min: job.amount('compensation_minimum'),
    max: job.amount('compensation_maximum'),
    currency: job.text('compensation_currency'),
    per: job.text('compensation_frequency'),
  });
}

/** The sections with their headings, in Pinpoint's order. */
function descriptionOf(job: Members): string | null {
  const sections = ['key_responsibilities', 'skills_knowledge_expertise', 'benefits'].map((name) => {
    const [header, text] = [job.text(`${name}_header`), job.text(name)];
    return text === null || header === null ? text : `<h3>${header}</h3>${text}`;
  });
  return listOf(job.text('description'), ...sections).join('\n') || null;
}
