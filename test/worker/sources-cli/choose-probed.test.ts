import { expect, test } from '@jest/globals';
import type { ProbedBoard } from '../../../worker/recognise/probe-names.js';
import { greenhouse } from '../../../worker/sources/kinds/systems/greenhouse.js';
import { lever } from '../../../worker/sources/kinds/systems/lever.js';
import { chooseProbed } from '../../../worker/sources-cli/add-command.js';

const empty: ProbedBoard = {
  ...{ kind: greenhouse, settings: { board: 'acme' }, state: 'empty', postings: 0, company: null },
};
const living: ProbedBoard = {
  ...{ kind: lever, settings: { site: 'acme' }, state: 'living', postings: 12, company: 'Acme Foods' },
};

test('the board with postings is chosen, and each line says what a board is', () => {
  const { lines, finding } = chooseProbed([empty, living]);
  expect(lines).toEqual([
    '  greenhouse acme: exists, without postings',
    '  lever acme: 12 postings on its first page, of Acme Foods',
  ]);
  expect(finding.draft).toEqual({ kind: lever, settings: { site: 'acme' } });
});

test('a board without postings is chosen where no other exists', () => {
  expect(chooseProbed([empty]).finding.draft).toEqual({ kind: greenhouse, settings: { board: 'acme' } });
});

test('where no board exists, what to do is said', () => {
  expect(chooseProbed([])).toEqual({
    lines: [],
    finding: { draft: null, missing: '  none. Give the address of the careers page with "add".' },
  });
});
