import { describe, expect, test } from '@jest/globals';
import Papa from 'papaparse';
import { type KnownBoard, readKnownBoards } from '../../../shared/catalogue/known-boards.js';
import { askBoard, asSources, describePlan, newEntries, planEntries } from '../../../worker/catalogue/board-entries.js';
import { mergeList } from '../../../worker/catalogue/merge-list.js';
import type { FetchHashed } from '../../../worker/fetch/fetch-page.js';
import { explainList } from '../../../worker/recognise/explain-list.js';
import { findSource } from '../../../worker/recognise/find-source.js';
import type { PageReader } from '../../../worker/recognise/get-page.js';
import { boardAtPage, draftOf } from '../../../worker/recognise/known-boards.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { SourceError } from '../../../worker/sources/source.js';

const known = (name: string, board: string): KnownBoard => ({
  ...{ name, board, website: null, pages: [], industry: null, size: null, country: null },
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
    expect(describePlan(plan)).toMatch(/^A first reading of [\d,]+ boards on [\d,]+ hosts takes about \d+ h/);
  });
});

describe('entries of boards', () => {
  test('are made of boards that the file lacks', () => {
    const existing = readSourcesFile('{"sources":[{"id":"mine","kind":"greenhouse","board":"acme"}]}', 'file');
    const made = newEntries([beta, acme, own, known('Beta again', 'https://jobs.ashbyhq.com/beta/')], existing);
    expect(made.added).toEqual([{ id: 'beta', kind: 'ashby', board: 'beta', company: 'Beta' }]);
    expect(made.present).toEqual([acme, expect.objectContaining({ name: 'Beta again' })]);
  });

  test('name the company where the postings of a kind do not', () => {
    const boards = ['job-boards.greenhouse.io/beta', 'beta.recruitee.com', 'beta-8f2c.careers.hibob.com'];
    const { added } = newEntries(
      boards.map((board) => known('Beta Inc.', board)),
      [],
    );
    expect(added.map(({ kind, company, companyName }) => [kind, company, companyName])).toEqual([
      ['greenhouse', undefined, undefined],
      ['recruitee', 'beta', undefined],
      ['hibob', 'beta-8f2c', 'Beta Inc.'],
    ]);
  });

  test('have what is known of the company', () => {
    const facts = { industry: 'Retail & E-commerce', size: '51-200', website: 'beta.example' } as const;
    const { added } = newEntries([{ ...beta, ...facts }], []);
    const entry = { id: 'beta', kind: 'ashby', board: 'beta', company: 'Beta' };
    expect(added).toEqual([{ ...entry, ...facts, website: 'https://beta.example' }]);
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
        ...{ board: 'jobs.lever.co/swiss', pages: [] },
      },
    ],
    ...{ added: 1, present: 2, left: 1 },
  });
});

const recordOf = (system: string, address: string, config: object, pages = '', pagesConfig = ''): string =>
  Papa.unparse([['Acme', system, address, JSON.stringify(config), pages, pagesConfig]]);
const recordHead = 'company,monitor_type,address,monitor_config,scraper_type,scraper_config';

test('a list may record which board a page of a company’s own shows', () => {
  const list = [
    recordHead,
    recordOf('greenhouse', 'https://acme.example/careers/', { token: 'acme' }),
    recordOf('greenhouse', 'https://acme.example/jobs', { token: 'acme' }),
    recordOf('workday', 'https://w.example/jobs', { company: 'w', wd_instance: 'wd5', site: 'Careers' }),
    recordOf('rss', 'https://t.example/', { preset: 'teamtailor', feed_url: 'https://career.t.example/jobs.rss' }),
    recordOf('rss', 'https://s.example/', { preset: 'successfactors' }),
    recordOf('recruitee', 'https://r.example/l/en/', { api_base: 'https://jobs.r.example', slug: 'tracker' }),
    recordOf('talentbrew', 'https://jobs.b.example/', {}),
    recordOf('nextdata', 'https://p.example/de/de/find', {
      ...{ source: 'phenom_canvas', url_template: 'https://p.example/de/de/job/{reqId}/{slug}' },
    }),
    recordOf('api_sniffer', 'https://jobs.o.example/', {
      ...{ api_url: 'https://ohws.prospective.ch/public/v1/medium/1950/jobs', params: { lang: 'en', offset: '0' } },
    }),
    recordOf('api_sniffer', 'https://j.example/jobs', {
      ...{ api_url: 'https://j.example/api/jobs', params: { internal: 'false' } },
    }),
    recordOf(
      'sitemap',
      'https://m.example/jobs',
      { sitemap_url: 'https://m.example/sitemap.xml', url_filter: '^https://m\\.example/jobs/[^/]+$' },
      'json-ld',
    ),
    recordOf('sitemap', 'https://n.example/', { sitemap_url: 'https://n.example/sitemap.xml' }, 'json-ld', '{}'),
  ].join('\n');
  const { boards, added, present, left } = mergeList([], list);
  expect({ added, present, left }).toEqual({ added: 11, present: 1, left: 0 });
  expect(boards.map((board) => [board.board, draftOf(board)?.draft.kind.kind, board.pages])).toEqual([
    ['job-boards.greenhouse.io/acme', 'greenhouse', ['acme.example/careers', 'acme.example/jobs']],
    ['w.wd5.myworkdayjobs.com/Careers', 'workday', ['w.example/jobs']],
    ['career.t.example/jobs/show_more', 'teamtailor', ['t.example']],
    ['s.example/search?createNewAlert=false', 'successfactors', ['s.example']],
    ['jobs.r.example/api/offers', 'recruitee', ['r.example/l/en']],
    ['jobs.b.example/search-jobs', 'radancy', ['jobs.b.example']],
    ['p.example/de/de/search-results', 'phenom', ['p.example/de/de/find']],
    ['ohws.prospective.ch/public/v1/medium/1950/jobs?lang=en', 'prospective', ['jobs.o.example']],
    ['j.example/api/jobs?internal=false', 'jibe', ['j.example/jobs']],
    ['m.example/sitemap.xml#https://m.example/jobs/', 'site', ['m.example/jobs']],
    ['n.example/sitemap.xml#', 'site', ['n.example']],
  ]);
  expect(boards.map((board) => draftOf(board)?.draft.settings).slice(-4)).toEqual([
    { medium: '1950', language: 'en' },
    { host: 'j.example' },
    { sitemap: 'https://m.example/sitemap.xml', jobUrls: 'https://m.example/jobs/', render: 'never' },
    { sitemap: 'https://n.example/sitemap.xml', render: 'never' },
  ]);
});

test('what a list records is left out where it tells no board that can be read', () => {
  const sitemap = { sitemap_url: 'https://m.example/sitemap.xml', url_filter: '/job/' };
  const part = { api_url: 'https://ohws.prospective.ch/public/v1/medium/1950/jobs', params: { f: 'office:7' } };
  const list = [
    recordHead,
    recordOf('greenhouse', 'https://acme.example/careers', {}),
    recordOf('dom', 'https://careers.dom.example/jobs', { url_filter: '/job/' }),
    recordOf('sitemap', 'https://m.example/jobs', sitemap, 'dom'),
    recordOf('sitemap', 'https://m.example/jobs', sitemap, 'json-ld', '{"render": true}'),
    recordOf('sitemap', 'https://m.example/jobs', { ...sitemap, url_filter: 'https?://(?:www\\.)?m/' }, 'json-ld'),
    recordOf('api_sniffer', 'https://office.example/', part),
    recordOf('api_sniffer', 'https://own.example/', { api_url: 'https://own.example/api/positions' }),
    'Acme,lever,https://acme.example/careers,"{not json",,',
  ].join('\n');
  expect(mergeList([], list)).toEqual({ boards: [], added: 0, present: 0, left: 8 });
});

test('an address that the catalogue knows as a page of a company’s own is that board, without a request', async () => {
  const stripe = { kind: expect.objectContaining({ kind: 'greenhouse' }), settings: { board: 'stripe' } };
  expect(boardAtPage(new URL('https://www.stripe.com/jobs/search/'))).toEqual(stripe);
  expect(boardAtPage(new URL('https://stripe.com/jobs'))).toBeNull();
  expect(explainList([{ line: 1, text: 'stripe.com/jobs/search' }], [])[0]).toMatchObject({
    as: 'board',
    draft: stripe,
  });
  const never = { get: () => Promise.reject(new Error('A request was made.')) } as unknown as PageReader;
  expect(await findSource('stripe.com/jobs/search', never)).toEqual({
    ...{ draft: stripe, how: 'the catalogue, which has this page' },
  });
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
