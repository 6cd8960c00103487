import { expect, test } from '@jest/globals';
import { alignColumns } from '../../../shared/cli/columns.js';

test('alignColumns aligns columns, also with wide characters and missing cells', () => {
  expect(alignColumns([['id', 'name', 'plan'], ['1', '日本', 'pro'], ['22']])).toEqual([
    'id  name  plan',
    '1   日本  pro',
    '22',
  ]);
  expect(alignColumns([])).toEqual([]);
});
