import { expect, test } from '@jest/globals';
import Papa from 'papaparse';
import { writeCsv } from '../../../shared/export/csv.js';
import { jobRecord } from '../../lib/job-record.js';

const parse = (text: string) => {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: false });
  expect(errors.filter(({ code }) => code !== 'TooFewFields')).toEqual([]);
  // The line break after the last row.
  return data.slice(0, -1);
};

test('rows say what the records say, also with quotes, line breaks and other scripts', () => {
  const summary = 'One, "two"\r\nthree\nfour – 東京';
  const text = writeCsv([
    jobRecord({ summary, alsoOn: [{ source: 'b', url: 'https://b.example/1' }] }),
    jobRecord({ salary: null, postedAt: null }),
  ]);
  const [first, second] = parse(text);
  expect(first).toMatchObject({
    id: 'job_7Q3kX0pV2mZt5RfB',
    company: 'Acme',
    location: 'Austin, TX',
    salaryMin: '140000',
    currency: 'USD',
    alsoOn: 'https://b.example/1',
    summary,
  });
  expect(second).toMatchObject({ salary: '', salaryMin: '', postedAt: '' });
  expect(text.split('\r\n')[0]).toMatch(/^id,title,company,location,/);
  expect(text.endsWith('\r\n')).toBe(true);
});

test.each(['=HYPERLINK("https://evil.example")', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠x'])(
  'a title that a spreadsheet would compute stays text: %j',
  (title) => {
    expect(parse(writeCsv([jobRecord({ title })]))[0]?.title).toBe(`'${title}`);
  },
);
