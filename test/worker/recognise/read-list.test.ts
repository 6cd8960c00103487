import { expect, test } from '@jest/globals';
import { readList } from '../../../worker/recognise/read-list.js';

const texts = (list: string) => readList(list, 'list').map(({ line, text }) => [line, text]);

test('reads text, one a line, without remarks and empty lines', () => {
  expect(texts('# companies\n\nacme.com # the first\r\n"Beta, Inc."\nhttps://jobs.lever.co/gamma, remark\n')).toEqual([
    [3, 'acme.com'],
    [4, 'Beta, Inc.'],
    [5, 'https://jobs.lever.co/gamma'],
  ]);
});

test('reads CSV with a head, quoted cells, line ends in cells and any separator', () => {
  const csv = 'Name,Note,Careers URL\n"Acme, ""the"" firm","two\nlines",https://acme.com/jobs\nBeta,,\n,,\n';
  expect(texts(csv)).toEqual([
    [2, 'https://acme.com/jobs'],
    [4, 'Beta'],
  ]);
  expect(texts('company;domain\nAcme;acme.com\n')).toEqual([[2, 'acme.com']]);
  expect(texts('company\tdomain\nAcme\tacme.com\n')).toEqual([[2, 'acme.com']]);
});

test('reads 10,000 rows of a table', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `Company ${at},https://company-${at}.example/careers`);
  expect(readList(`name,url\n${rows.join('\n')}`, 'list').at(-1)).toEqual({
    line: 10_001,
    text: 'https://company-9999.example/careers',
  });
});
