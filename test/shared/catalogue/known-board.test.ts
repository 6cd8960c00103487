import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  boardRemarks,
  catalogueFile,
  formatKnownBoards,
  parseKnownBoards,
  readKnownBoards,
} from '../../../shared/catalogue/known-boards.js';

const head = 'name,website,industry,size,country,board,pages';

describe('a catalogue', () => {
  test('is read line by line, and facts that are not known are null', () => {
    const text = `# Where it is from.\n${head}\n"Acme, Inc.",acme.example,Robotics,51-200,CH,jobs.lever.co/acme,acme.example/jobs acme.ch\nBeta,,,,,jobs.ashbyhq.com/beta,\n`;
    const boards = parseKnownBoards(text);
    expect(boards).toEqual([
      {
        ...{ name: 'Acme, Inc.', website: 'acme.example', industry: 'Robotics', size: '51-200', country: 'CH' },
        ...{ board: 'jobs.lever.co/acme', pages: ['acme.example/jobs', 'acme.ch'] },
      },
      {
        ...{ name: 'Beta', website: null, industry: null, size: null, country: null },
        ...{ board: 'jobs.ashbyhq.com/beta', pages: [] },
      },
    ]);
    expect(formatKnownBoards(boardRemarks(text), boards)).toBe(text);
  });

  test.each([
    ['name,board\nAcme,x', /columns of the catalogue/],
    [`${head}\nAcme,,,52-200,,jobs.lever.co/acme,`, /"52-200" is not a size/],
    [`${head}\nAcme,,,,Swiss,jobs.lever.co/acme,`, /is not a country code/],
    [`${head}\nAcme,,,,,,`, /a name and the address/],
    [`${head}\nAcme,jobs.lever.co/acme`, /2 cells instead of 7/],
  ])('with a mistake is refused: %j', (text, reason) => expect(() => parseKnownBoards(text)).toThrow(reason));

  test('of the service is written as it is formatted, so that changes to it show as they are', () => {
    const text = readFileSync(catalogueFile(), 'utf8');
    expect(formatKnownBoards(boardRemarks(text), readKnownBoards())).toBe(text);
    expect(readKnownBoards().length).toBeGreaterThan(4500);
    expect(boardRemarks(text).join(' ')).toMatch(/colophon-group\/jobseek.*August 2026/);
  });
});
