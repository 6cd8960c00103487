import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeParts, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('manatal'),
  board: boardNameIn('www.careers-page.com/BOARD'),
  companyName,
});

/** The interface returns at most this many postings per page. */
const pageSize = 20;

/** A career page on Manatal, in pages of 20, by the interface that the page itself loads. Its postings state no date. */
export const manatal = defineListing({
  kind: 'manatal',
  summary: 'Career pages on Manatal, by their interface.',
  evidence: {
    requests: ['GET www.careers-page.com/api/v1.0/c/{board}/jobs/?page_size=20&page={page}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/manatal.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-manatal, with recorded answers)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'www.careers-page.com/{board}',
    { address: '{board}.careers-page.com', except: ['cdn'] },
    'www.careers-page.com/api/v1.0/c/{board}',
    'api.manatal.com/open/v3/career-page/{board}',
  ],
  settings,
  request: ({ baseUrl = 'https://www.careers-page.com', board }, { page }) => ({
    url: `${baseUrl}/api/v1.0/c/${board}/jobs/?page_size=${pageSize}&page=${page + 1}`,
  }),
  entries: 'results',
  hasMore: (page, read) => read < page.count('count'),
  asPosting(job, { board, companyName: name }) {
    const [city, line] = [job.text('city'), job.text('location_display')];
    const parts = placeParts(city, job.text('state'), job.text('country'));
    const pay = { min: job.amount('salary_min'), max: job.amount('salary_max'), currency: job.text('currency_code') };
    return {
      ...emptyPosting(job.needed('position_name'), `https://www.careers-page.com/${board}/job/${job.needed('hash')}`),
      sourceJobId: job.needed('hash'),
      company: companyNamed(name ?? board),
      places: city === null && line !== null ? placeText(line) : parts,
      // Amounts hidden by the page are not stated.
      salary: job.flag('is_salary_visible') === true ? payWith(pay) : null,
      descriptionHtml: job.text('description'),
    };
  },
});
