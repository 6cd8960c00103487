import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wordOf } from '../../pages/components/words.js';
import { writeTimes } from '../../pages/lib/format.js';
import { defaults, formFieldNames, readAddress, searchUrl, withOperator } from '../../pages/search/query.js';
import { fields, fieldNames as known } from '../../shared/search/fields.js';

const anyQuery = fc.record(
  Object.fromEntries(formFieldNames.map((name) => [name, fc.string().map((text) => text.trim())])),
);

describe('a search in the URL', () => {
  test('has every field the service has, but whole descriptions', () => {
    expect([...formFieldNames]).toEqual(known.filter((name) => name !== 'descriptions'));
    expect(defaults).toEqual(Object.fromEntries(known.map((name) => [name, fields[name].default])));
  });

  test('is read back unchanged', () => {
    fc.assert(
      fc.property(anyQuery, (words) => {
        const given = Object.fromEntries(formFieldNames.map((name) => [name, words[name] || defaults[name]]));
        const { search } = new URL(searchUrl({ ...defaults, ...given }), 'http://localhost');
        expect(readAddress(search)).toEqual(given);
      }),
    );
  });

  test('is null if the URL has no field', () => {
    expect(readAddress('')).toBeNull();
    expect(readAddress('?utm=x')).toBeNull();
    expect(searchUrl({ ...defaults })).toBe('/?keyword=');
  });
});

test('values are written for people', () => {
  expect(wordOf('salary', '100000')).toBe('100,000');
  expect(wordOf('salary', '80000-120000 EUR')).toBe('80,000–120,000 EUR');
  expect(wordOf('salary', 'up to 60000')).toBe('up to 60,000');
  expect(wordOf('dateSincePosted', '24hr')).toBe('Past 24 hours');
  expect(wordOf('dateSincePosted', '72hr')).toBe('Past 3 days');
  expect(wordOf('dateSincePosted', 'past week')).toBe('Past week');
  expect(wordOf('keyword', 'iOS')).toBe('iOS');
  expect(wordOf('experienceLevel', 'associate, senior')).toBe('Mid level or Senior');
  const now = new Date(2026, 10, 21, 9, 0);
  const at = (day: number) => new Date(2026, 10, day, 14, 20).toISOString();
  expect(writeTimes(`asked again after ${at(21)}.`, now)).toMatch(/^asked again after 2:20\sPM\.$/);
  expect(writeTimes(`closed ${at(3)}`, now)).toMatch(/^closed November 3, 2026/);
  expect(writeTimes('9999-99-99T99:99:99Z', now)).toBe('9999-99-99T99:99:99Z');
});

test('a company narrows the whole keyword, alternatives too', () => {
  expect(withOperator('', 'company', 'Acme')).toBe('company:"Acme"');
  expect(withOperator('remote nurse berlin', 'company', 'Acme')).toBe('remote nurse berlin company:"Acme"');
  expect(withOperator('ward nurse OR family doctor', 'company', 'Acme')).toBe(
    '(ward nurse OR family doctor) company:"Acme"',
  );
  expect(withOperator('nurse|doctor', 'company', 'Acme')).toBe('(nurse|doctor) company:"Acme"');
});
