import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, payWith, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('jobtech') });

/** The API returns 100 ads per request, and none beyond this offset. */
const pageSize = 100;

const lastOffset = 2000;

/**
 * Ads of the Swedish public employment service, by its open API JobSearch: a search in pages of 100 that ends at 2,000 ads.
 * Documented at https://jobsearch.api.jobtechdev.se.
 */
export const jobtech = defineListing({
  kind: 'jobtech',
  summary: 'Sweden: ads of Arbetsförmedlingen, by its open API JobSearch.',
  evidence: {
    requests: ['GET jobsearch.api.jobtechdev.se/search?limit=100&offset={offset}&sort=pubdate-desc[&q={query}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://jobsearch.api.jobtechdev.se',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-jobtechdev)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Open data of JobTech Development, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['arbetsformedlingen.se/platsbanken', 'jobsearch.api.jobtechdev.se'],
  settings,
  absence: 'unknown',
  defaults: { maxPages: 21 },
  narrows: () => ['keyword', 'location'],
  // The free text of a search is matched against occupations and places alike.
  request({ baseUrl = 'https://jobsearch.api.jobtechdev.se' }, { page, narrow: { keyword = '', location = '' } }) {
    const text = `${keyword} ${location}`.trim();
    const query = text === '' ? '' : `&q=${encodeURIComponent(text)}`;
    return { url: `${baseUrl}/search?limit=${pageSize}&offset=${page * pageSize}&sort=pubdate-desc${query}` };
  },
  entries: 'hits',
  hasMore: (page, _read, pages) => pages * pageSize < Math.min(page.count('total.value'), lastOffset + 1),
  isTruncated: (page) => page.count('total.value') > lastOffset + pageSize,
  asPosting(ad) {
    const html = ad.text('description.text_formatted');
    return {
      ...emptyPosting(
        ad.needed('headline'),
        ad.text('webpage_url') ?? `https://arbetsformedlingen.se/platsbanken/annonser/${ad.needed('id')}`,
      ),
      sourceJobId: ad.needed('id'),
      applyUrl: ad.text('application_details.url'),
      company: companyNamed(ad.text('employer.name'), { url: ad.text('employer.url'), logoUrl: ad.text('logo_url') }),
      places: ad.rows('workplace_address').map((place) =>
        placeWith({
          city: place.text('city', 'municipality'),
          region: place.text('region'),
          country: place.text('country') ?? 'SE',
        }),
      ),
      workplace: listOf(ad.flag('remote_work') ? 'remote' : null),
      jobType: ad.texts('working_hours_type.label', 'employment_type.label'),
      salary: payWith({ text: ad.text('salary_description') }),
      postedAt: ad.text('publication_date'),
      validUntil: ad.text('application_deadline'),
      descriptionHtml: html,
      descriptionText: html === null ? ad.text('description.text') : null,
      tags: ad.texts('occupation.label', 'occupation_field.label'),
    };
  },
});
