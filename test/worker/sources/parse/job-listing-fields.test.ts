import { expect, test } from '@jest/globals';
import { readJobListingFields } from '../../../../worker/sources/parse/job-listing-fields.js';
import { openKind } from '../../../lib/open-kind.js';

const feed = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:joblisting="http://example.test/JobListing"><channel><title>Town of Example, OH</title>${items}</channel></rss>`;

test('reads what a feed states beside RSS', () => {
  const [fields] =
    readJobListingFields(
      feed(`<item><title>Clerk</title><link>https://example.test/1</link>
        <joblisting:jobId>77</joblisting:jobId><joblisting:department>Water &amp; Light</joblisting:department>
        <joblisting:location>Dayton</joblisting:location><joblisting:state>Ohio</joblisting:state>
        <joblisting:jobType>Full-Time</joblisting:jobType>
        <joblisting:minimumSalary>22.50</joblisting:minimumSalary><joblisting:maximumSalary>33.00</joblisting:maximumSalary>
        <joblisting:salaryCurrency>USD</joblisting:salaryCurrency><joblisting:salaryInterval>Hour</joblisting:salaryInterval>
        <joblisting:categories><joblisting:category>Clerical</joblisting:category></joblisting:categories></item>`),
    ) ?? [];
  expect(fields).toEqual({
    company: { name: 'Town of Example, OH', url: null, logoUrl: null },
    requisitionId: '77',
    places: [{ text: 'Dayton, Ohio', city: null, region: null, country: 'US' }],
    jobType: ['Full-Time'],
    salary: { text: null, min: '22.50', max: '33.00', currency: 'USD', per: 'Hour' },
    validUntil: null,
    tags: ['Water & Light', 'Clerical'],
  });
});

test('an item without such elements states nothing, and words are no pay', () => {
  const [none, words] =
    readJobListingFields(
      feed(
        '<item><title>Clerk</title></item><item><joblisting:minimumSalary>See notice</joblisting:minimumSalary></item>',
      ),
    ) ?? [];
  expect(none).toMatchObject({ places: [], salary: null, tags: [], jobType: [] });
  expect(words).toMatchObject({ salary: null });
});

test('another feed has no such elements', () => {
  expect(readJobListingFields('<rss version="2.0"><channel><item><title>x</title></item></channel></rss>')).toBeNull();
  expect(readJobListingFields('{"version":"https://jsonfeed.org/version/1.1"}')).toBeNull();
});

test('the postings of such a feed have their place, pay and employer', () => {
  const { read } = openKind({ kind: 'feed', url: 'https://example.test/feed' });
  const { postings } = read(
    feed(
      `<item><title>Clerk</title><link>https://example.test/1</link><joblisting:location>Dayton</joblisting:location>
        <joblisting:state>Ohio</joblisting:state><joblisting:minimumSalary>41000</joblisting:minimumSalary>
        <joblisting:salaryInterval>Year</joblisting:salaryInterval></item>
       <item><title>Cook</title><link>https://example.test/2</link></item>`,
    ),
  );
  expect(postings[0]).toMatchObject({
    title: 'Clerk',
    company: { name: 'Town of Example, OH' },
    places: [{ text: 'Dayton, Ohio', country: 'US' }],
    salary: { min: '41000', max: null, currency: 'USD', per: 'Year' },
  });
  expect(postings[1]).toMatchObject({ title: 'Cook', places: [], salary: null });
});
