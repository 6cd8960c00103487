import { describe, expect, test } from '@jest/globals';
import { type KnownBoard, readKnownBoards } from '../../../shared/catalogue/known-board.js';
import { askBoard, asSources } from '../../../worker/catalogue/ask-boards.js';
import { draftOf, newEntries } from '../../../worker/catalogue/board-entries.js';
import { mergeList } from '../../../worker/catalogue/merge-list.js';
import { describePlan, planEntries } from '../../../worker/catalogue/plan-reading.js';
import type { FetchHashed } from '../../../worker/fetch/fetch-page.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { SourceError } from '../../../worker/sources/source-errors.js';

const known = (name: string, board: string): KnownBoard => ({
  ...{ name, board, website: null, industry: null, size: null, country: null },
});
const acme = known('Acme', 'job-boards.greenhouse.io/acme');
const beta = known('Beta', 'jobs.ashbyhq.com/beta');
const own = known('Own', 'careers.own.example');

describe('the catalogue of the service', () => {
  test('names each board once, and only boards that a kind reads', () => {
    const ids = readKnownBoards().map((board) => draftOf(board)?.id ?? `not read: ${board.board}`);
    expect(ids.filter((id) => id.startsWith('not read'))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('makes a sources file that is valid, and says what a first reading takes', () => {
    const { added } = newEntries(readKnownBoards(), []);
    expect(added).toHaveLength(readKnownBoards().length);
    expect(readSourcesFile(JSON.stringify({ sources: added }), 'all')).toHaveLength(added.length);
    const plan = planEntries(added);
    expect(plan.boards).toBe(added.length);
    expect(describePlan(plan)).toMatch(/^A first reading of [\d,]+ boards on \d+ hosts takes about \d+ h/);
  });
});

describe('entries of boards', () => {
  test('are made of boards that the file lacks', () => {
    const existing = readSourcesFile('{"sources":[{"id":"mine","kind":"greenhouse","board":"acme"}]}', 'file');
    const made = newEntries([beta, acme, own, known('Beta again', 'https://jobs.ashbyhq.com/beta/')], existing);
    expect(made.added).toEqual([{ id: 'beta', kind: 'ashby', board: 'beta' }]);
    expect(made.present).toEqual([acme, expect.objectContaining({ name: 'Beta again' })]);
  });

  test('have what is known of the company', () => {
    const facts = { industry: 'Retail & E-commerce', size: '51-200', website: 'beta.example' } as const;
    const { added } = newEntries([{ ...beta, ...facts }], []);
    expect(added).toEqual([{ id: 'beta', kind: 'ashby', board: 'beta', ...facts, website: 'https://beta.example' }]);
    // The board is the same whatever is known of its company.
    const [source] = readSourcesFile(JSON.stringify({ sources: added }), 'made');
    expect(newEntries([beta], source === undefined ? [] : [source]).added).toEqual([]);
  });

  test('take as long as the host with the most requests', () => {
    const { added } = newEntries([acme, known('Gamma', 'job-boards.greenhouse.io/gamma'), beta], []);
    expect(planEntries(added)).toMatchObject({
      ...{ boards: 3, hosts: 2, requests: 3, seconds: 2 },
      longest: { host: 'boards-api.greenhouse.io', boards: 2, perMinute: 60 },
    });
    expect(describePlan(planEntries(added))).toBe(
      'A first reading of 3 boards on 2 hosts takes about 2 s at the hosts’ pace: boards-api.greenhouse.io takes longest, with 2 boards at 60 requests a minute.',
    );
    expect(describePlan(planEntries([]))).toBe('There is nothing to read.');
  });
});

test('a list is merged: boards that are there stay as they are, and those that no kind reads are left out', () => {
  const list = [
    'company,website,industry,employees,address',
    'Acme Corporation,https://acme.example/,Mining,1-10,https://boards.greenhouse.io/acme',
    'Swiss AG,https://www.swiss.ch,Robotics,51-200,https://jobs.lever.co/swiss/',
    'Swiss AG,https://www.swiss.ch,Robotics,51-200,https://jobs.lever.co/swiss',
    'Own,,,,https://careers.own.example/jobs',
  ].join('\n');
  expect(mergeList([acme], list)).toEqual({
    boards: [
      acme,
      {
        ...{ name: 'Swiss AG', website: 'www.swiss.ch', industry: 'Robotics', size: '51-200', country: 'CH' },
        board: 'jobs.lever.co/swiss',
      },
    ],
    ...{ added: 1, present: 2, left: 1 },
  });
});

test('a list may say how a board on a host of its company’s own is read', () => {
  const list = [
    'company,system,address',
    'Feed,rss,https://careers.feed.example/jobs',
    'French,rss,https://career.french.example/fr/jobs/',
    'Search,rss,https://jobs.search.example/search/?q=&locationsearch=',
    'Offers,recruitee,https://careers.offers.example/l/en/',
    'Root,rss,https://jobs.root.example/',
    'Dom,dom,https://careers.dom.example/jobs',
  ].join('\n');
  const { boards, left } = mergeList([], list);
  expect(boards.map((board) => [board.board, draftOf(board)?.draft.kind.kind])).toEqual([
    ['careers.feed.example/jobs/show_more', 'teamtailor'],
    ['career.french.example/jobs/show_more', 'teamtailor'],
    ['jobs.search.example/search?createNewAlert=false', 'successfactors'],
    ['careers.offers.example/api/offers', 'recruitee'],
  ]);
  expect(left).toBe(2);
});

test('a board is asked for its first page: what is gone differs from what fails', async () => {
  const answers: Readonly<Record<string, SourceError | null>> = {
    'boards-api.greenhouse.io': null,
    'api.ashbyhq.com': new SourceError('gone', 'It answered 404.'),
    'api.lever.co': new SourceError('timeout', 'It was slow.'),
  };
  const fetchHashed: FetchHashed = async ({ url }) => {
    const failure = answers[new URL(url).host];
    if (failure) throw failure;
    return { hash: '', heldBytes: 0, read: () => Promise.reject(new Error('The page is not read.')) };
  };
  const states = asSources([acme, beta, known('Slow', 'jobs.lever.co/slow'), own]).map((asked) =>
    askBoard(asked, { fetchHashed, userAgent: 'test' }),
  );
  expect(await Promise.all(states)).toEqual(['there', 'gone', 'failed', 'unread']);
});
