import { expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { createWordFilter } from '../../../../worker/match/corpus/word-lookup.js';
import { wordKey } from '../../../../worker/match/index/word-table.js';
import { made } from '../../lib/made-jobs.js';

const tableOf = (title: string) => prepareCollection('board', [made({ title })]).index.words;

test('a collection may have each of its words, and few others', () => {
  const filter = createWordFilter();
  const tables = Array.from({ length: 300 }, (_, at) => tableOf(`Zimmermann${at} Welder`));
  const columns = tables.map((table) => filter.add(table));
  expect(filter.size()).toBe(300);
  const columnsOf = (word: string): number[] => {
    const found: number[] = [];
    filter.eachColumn(wordKey(word), (column) => found.push(column));
    return found;
  };
  for (const [at, table] of tables.entries())
    for (let number = 1; number <= table.size; number++) expect(columnsOf(table.wordAt(number))).toContain(columns[at]);
  expect(columnsOf('zimmermann7').length).toBeLessThan(30);
  expect(columnsOf('welder').sort((one, other) => one - other)).toEqual(columns);
});
