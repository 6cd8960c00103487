import { expect, test } from '@jest/globals';
import { anySearch } from '../../../shared/search/query/query.js';
import { whyFound } from '../../../shared/watches/write-message.js';

const { sortBy: _, ...any } = anySearch;
const why = (title: string, search: Partial<typeof any>) => whyFound(title, { ...any, ...search });

test('an opening came for words of its title, else of its posting, and for the filters that it meets', () => {
  expect(why('Krankenschwester / Nurse', { keyword: 'nurse night', location: 'Berlin', jobType: 'full time' })).toEqual(
    ['title has "nurse"', 'in Berlin', 'full time'],
  );
  expect(why('Pflegefachkraft', { keyword: '(nurse or "care giver") -manager', salary: '50000' })).toEqual([
    'found for "nurse" "care" "giver"',
    'pays 50000',
  ]);
  expect(why('Bäcker', { keyword: 'backer' })).toEqual(['title has "backer"']);
  expect(why('Anything', {})).toEqual([]);
});
