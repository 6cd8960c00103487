import { expect, test } from '@jest/globals';
import { fieldNames } from '../../../../shared/search/fields.js';
import { nameMeant } from '../../../../shared/search/query/other-names.js';
import { parseQuery } from '../../../../shared/search/query/parse-query.js';

test.each([
  ['q', 'keyword'],
  ['what', 'keyword'],
  ['where', 'location'],
  ['per_page', 'limit'],
  ['PerPage', 'limit'],
  ['offset', 'page'],
  ['employmentType', 'jobType'],
  ['keywrd', 'keyword'],
  ['colour', null],
])('%s means %s', (name, field) => {
  expect(nameMeant(name, fieldNames)).toBe(field);
});

test('a name that another endpoint has is not suggested', () => {
  expect(nameMeant('offset', ['hours', 'top'])).toBeNull();
});

test('an unknown field of a search names the one that is meant', () => {
  const { errors } = parseQuery({ q: 'nurse' }) as { errors: { detail: string; suggestion: string }[] };
  expect(errors[0]).toMatchObject({ detail: 'There is no field "q". Did you mean "keyword"?', suggestion: 'keyword' });
  const [offset] = (parseQuery({ offset: '10' }) as { errors: { detail: string }[] }).errors;
  expect(offset?.detail).toBe('There is no field "offset". Did you mean "page"? Pages are counted from "0".');
});
