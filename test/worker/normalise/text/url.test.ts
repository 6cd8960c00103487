import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUrl } from '../../../../worker/normalise/text/url.js';

describe('a URL', () => {
  test.each([
    ['https://Jobs.Acme.example/a?utm_source=x&utm_medium=y', 'https://jobs.acme.example/a'],
    ['https://acme.example/a?gh_jid=12&gh_src=abc', 'https://acme.example/a?gh_jid=12'],
    ['https://acme.example/a?b=2&a=1&ref=feed&fbclid=1', 'https://acme.example/a?a=1&b=2'],
    ['https://acme.example/a?x=1&amp;y=2', 'https://acme.example/a?x=1&y=2'],
    [' https://acme.example/jobs/4#app ', 'https://acme.example/jobs/4#app'],
    ['https://acme.example/?', 'https://acme.example/'],
    ['http://acme.example:8080/j%20b', 'http://acme.example:8080/j%20b'],
  ])('%s → %s', (text, url) => {
    expect(readUrl(text)).toBe(url);
  });

  test.each([
    null,
    '',
    'acme.example/jobs',
    '/jobs/4',
    '//acme.example/jobs',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://acme.example/',
    'https://user:secret@acme.example/',
    'https://',
    `https://acme.example/${'a'.repeat(5000)}`,
  ])('%j is empty', (text) => {
    expect(readUrl(text)).toBeNull();
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const url = readUrl(text);
        expect(url === null ? null : readUrl(url)).toBe(url);
      }),
    );
  });
});
