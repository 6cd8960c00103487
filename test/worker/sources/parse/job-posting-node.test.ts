import { describe, expect, test } from '@jest/globals';
import { readJobPostingNode } from '../../../../worker/sources/parse/job-posting-node.js';
import { readStructured } from '../../../../worker/sources/parse/site-page.js';
import { recordsOf } from '../../../lib/open-kind.js';

const placesOf = (jobLocation: unknown) =>
  readJobPostingNode({ '@type': 'JobPosting', title: 'Clerk', jobLocation }, 'https://example.test/')?.places;

describe('the places of a JobPosting', () => {
  test('are read from its street when it has no locality', () => {
    expect(placesOf({ '@type': 'Place', address: { streetAddress: 'Leeds', addressCountry: 'GB' } })).toEqual([
      { text: 'Leeds', city: null, region: null, country: 'GB' },
    ]);
    expect(
      placesOf({
        address: { streetAddress: '12 Elm St, Dayton', addressRegion: 'OH', addressCountry: { name: 'US' } },
      }),
    ).toEqual([{ text: '12 Elm St, Dayton, OH', city: null, region: 'OH', country: 'US' }]);
    expect(placesOf({ address: { streetAddress: '12 Elm St', addressLocality: 'Dayton' } })).toEqual([
      { text: null, city: 'Dayton', region: null, country: null },
    ]);
  });

  test('are read from lists of places and of addresses', () => {
    const leeds = { text: null, city: 'Leeds', region: null, country: 'GB' };
    const york = { text: null, city: 'York', region: null, country: 'GB' };
    const address = (addressLocality: string) => ({
      '@type': 'PostalAddress',
      addressLocality,
      addressCountry: 'GB',
    });
    expect(
      placesOf({ '@type': 'ItemList', itemListElement: [{ item: { address: address('Leeds') } }, address('York')] }),
    ).toEqual([leeds, york]);
    expect(
      placesOf({
        '@type': 'Place',
        address: { '@type': 'ItemList', itemListElement: [address('Leeds'), address('York')] },
      }),
    ).toEqual([leeds, york]);
  });

  test('end where lists are nested without end', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { address: 'Leeds' } : { itemListElement: [nested(depth - 1)] };
    expect(placesOf(nested(3))).toHaveLength(1);
    expect(placesOf(nested(9))).toEqual([]);
  });
});

test('months of experience and accepted degrees are those of their own fields', () => {
  const { postings } = readStructured({
    url: 'https://oven.example/7',
    body: `<script type="application/ld+json">${JSON.stringify({
      '@type': 'JobPosting',
      title: 'Head baker',
      experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 30 },
      educationRequirements: [
        { '@type': 'EducationalOccupationalCredential', credentialCategory: 'bachelor degree' },
        { '@type': 'EducationalOccupationalCredential', credentialCategory: 'high school' },
      ],
    })}</script>`,
  });
  expect(postings).toMatchObject([{ experienceMonths: 30, education: ['bachelor degree', 'high school'] }]);
  expect(recordsOf({ postings, follow: [] })).toMatchObject([
    { stated: { yearsOfExperience: { min: 2, max: null }, degree: 'school' } },
  ]);
});
