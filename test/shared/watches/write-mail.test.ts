import { expect, test } from '@jest/globals';
import { anySearch } from '../../../shared/search/query/query.js';
import { consentBody, testBody } from '../../../shared/watches/attempts.js';
import { writeMail } from '../../../shared/watches/write-message.js';

const { sortBy: _, ...search } = { ...anySearch, keyword: 'nurse', location: 'Berlin' };
const mail = { site: 'https://jobs.example', stop: 'abc' };
const watch = { id: 'watch_1', search, mail };
const stop = 'https://jobs.example/api/watches/stop?watch=watch_1&token=abc';

const found = (count: number): string =>
  JSON.stringify({
    type: 'jobs.found',
    data: {
      jobs: Array.from({ length: count }, (_, at) => ({
        ...{ title: `Nurse <${at}>`, company: { name: 'Klinik & Co' }, location: { text: 'Berlin' } },
        ...{ workplace: 'hybrid', salary: { text: '50,000 EUR a year' }, url: `https://example.com/${at}?a=1&b=2` },
      })),
    },
  });

test('a mail says how many jobs of which search, names ten of them, and leads to the others', () => {
  const { subject, text, html } = writeMail(found(12), watch);
  expect(subject).toBe('12 new jobs: nurse, Berlin');
  expect(text).toContain(
    'Nurse <9> · Klinik & Co · Berlin · hybrid · 50,000 EUR a year\nhttps://example.com/9?a=1&b=2\n',
  );
  expect(text).not.toContain('Nurse <10>');
  expect(text).toContain('and 2 more');
  expect(text).toContain('https://jobs.example/?keyword=nurse&location=Berlin&sortBy=recent');
  expect(html).toContain('<a href="https://example.com/0?a=1&amp;b=2">Nurse &lt;0&gt;</a>');
  expect(html).toContain('Klinik &amp; Co');
  expect(text).toContain('https://example.com/9?a=1&b=2\nWhy: title has "nurse", in Berlin\n');
  expect(html).toContain('<small>Why: title has &quot;nurse&quot;, in Berlin</small>');
});

test('one job is named in the subject', () => {
  expect(writeMail(found(1), watch).subject).toBe('1 new job: Nurse <0>');
});

test('mail programs end it with one click, and so does its foot', () => {
  const { headers, text } = writeMail(found(1), watch);
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(text).toContain(`End these mails: ${stop}`);
});

test('a watch of an earlier release has all its jobs and no such link', () => {
  const { headers, text } = writeMail(found(12), { id: 'watch_1', search });
  expect(headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  expect(text).toContain('Nurse <11>');
});

test('a mail that asks for consent says nothing of the search; a test says what comes', () => {
  const asking = writeMail(consentBody('watch_1', 'https://jobs.example/confirm', new Date(0)), watch);
  expect([asking.subject, asking.headers]).toEqual([
    'Have new jobs sent to you?',
    { 'Auto-Submitted': 'auto-generated' },
  ]);
  expect(asking.text + asking.html).not.toMatch(/nurse|berlin/i);
  expect(asking.html).toContain('<a href="https://jobs.example/confirm">');
  expect(writeMail(testBody('watch_1', new Date(0)), watch).subject).toBe('A test of your watch');
});

test('an address that no browser may open is no link', () => {
  const body = found(1).replace('https://example.com/0?a=1&b=2', 'javascript:alert(1)');
  expect(writeMail(body, watch).html).not.toContain('href="javascript');
});
