import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { emptyPosting, type Posting, payWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('teaching-vacancies') });

const pageSize = 100;

/**
 * Vacancies in schools in England, of the Department for Education, as schema.org JobPostings in pages of 100. The answer itself
 * states its licence and terms. Documented at https://teaching-vacancies.service.gov.uk/pages/api-specification.
 */
export const teachingVacancies = defineListing({
  kind: 'teaching-vacancies',
  summary: 'England: vacancies in schools, of the Department for Education’s Teaching Vacancies.',
  evidence: {
    requests: ['GET teaching-vacancies.service.gov.uk/api/v1/jobs.json?page={page}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://teaching-vacancies.service.gov.uk/pages/api-specification',
      'https://github.com/DFE-Digital/teaching-vacancies (app/views/api/vacancies)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Free under the Open Government Licence v3.0, if contacting, interviewing and hiring are free of charge.',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['teaching-vacancies.service.gov.uk'],
  settings,
  // Pages are sorted only by the day of publication, so some vacancies are on two pages and others on none.
  absence: 'uncertain',
  defaults: { maxPages: 100, maxJobs: 10_000 },
  request: ({ baseUrl = 'https://teaching-vacancies.service.gov.uk' }, { page }) => ({
    url: `${baseUrl}/api/v1/jobs.json?page=${page + 1}`,
  }),
  entries: 'data',
  hasMore: (page) => page.link('links.next') !== null,
  asPosting(node) {
    const [title, url] = [node.needed('title'), node.needed('url')];
    const posting = readJobPostingNode(node.raw as LinkedData, url) ?? emptyPosting(title, url);
    return { ...posting, url, salary: salaryOf(node.at('baseSalary')) };
  },
});

/** Free text ("£31,650 to £49,084 a year"), parsed later. The period is always a year, except for "HOUR". */
const salaryOf = (stated: Members): Posting['salary'] =>
  payWith({
    text: stated.text('value.value'),
    currency: stated.text('currency'),
    per: stated.text('value.unitText') === 'HOUR' ? 'hour' : null,
  });
