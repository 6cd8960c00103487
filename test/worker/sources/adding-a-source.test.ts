import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import type { PageRequest, PageResponse, SourceKind } from '../../../worker/sources/source.js';
import { openings } from '../../fixtures/adding-a-source/openings.js';

const guide = readFileSync(projectFile('docs/guides/adding-a-source.md'), 'utf8');

/** A code block of the guide by the name after its language. */
function block(name: string): string {
  const found = new RegExp(`\`\`\`\\w+ ${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
  if (found === undefined) throw new Error(`The guide has no block "${name}".`);
  return found;
}

function sourceOf(name: string) {
  const [source] = readSourcesFile(block(name), 'the guide');
  if (source === undefined) throw new Error('The source was not read.');
  return source;
}

const answer = (body: string, url: string): PageResponse => ({ url, contentType: '', body, rendered: false });

function readFirst(kind: SourceKind, settings: Parameters<SourceKind['requests']>[0], body: string) {
  const [ask] = kind.requests(settings, {});
  if (ask === undefined) throw new Error('Nothing is asked.');
  return { ask, reading: kind.parse(answer(body, ask.url), ask, settings) };
}

test('a board of a known kind is read', () => {
  expect(sourceOf('known').kind.kind).toBe('greenhouse');
});

test('the guide’s mailbox is read from its server', () => {
  Object.assign(process.env, { IMAP_USER: 'ann', IMAP_PASSWORD: 'secret 12345' });
  const { kind, settings } = sourceOf('mailbox');
  expect(kind.requests(settings, {})).toMatchObject([
    { url: 'imaps://imap.example.org:993/', mails: { user: 'ann', password: 'secret 12345', folder: 'Job alerts' } },
  ]);
});

test('the guide’s listing yields what its selectors match', () => {
  const { kind, settings } = sourceOf('site');
  const { reading } = readFirst(kind, settings, block('listing'));
  expect(reading.follow.map(({ url }) => url)).toEqual([
    'https://crust.example/jobs/1',
    'https://crust.example/jobs?page=2',
  ]);
  const page = '<h1>Night baker</h1><div class="text"><p>Bread.</p></div><a class="apply" href="/apply/1">Apply</a>';
  const [detail] = reading.follow as [PageRequest];
  expect(kind.parse(answer(page, detail.url), detail, settings).postings).toMatchObject([
    {
      title: 'Night baker',
      url: 'https://crust.example/jobs/1',
      applyUrl: 'https://crust.example/apply/1',
      sourceJobId: 'R1',
      company: { name: 'Crust & Co' },
      places: [{ text: 'Lyon, France' }],
      salary: { text: '€14 an hour' },
      postedAt: '2026-11-03',
      descriptionHtml: '<p>Bread.</p>',
    },
  ]);
  expect(readFirst(kind, settings, '<p class="no-openings">None</p>').reading).toMatchObject({
    postings: [],
    flaws: [],
  });
});

test('the guide’s feed is read by its paths', () => {
  const { kind, settings } = sourceOf('feed');
  const body = '{"data":{"openings":[{"role":"Smith","link":"/1","office":{"city":"Graz"},"pay":{"from":2600}}]}}';
  expect(readFirst(kind, settings, body).reading.postings).toMatchObject([
    {
      title: 'Smith',
      url: 'https://forge.example/1',
      places: [{ city: 'Graz' }],
      salary: { min: '2600', per: 'month' },
    },
  ]);
});

test('the guide’s kind is the one that is tested here', () => {
  const file = readFileSync(projectFile('test/fixtures/adding-a-source/openings.ts'), 'utf8');
  const asSource = file.replaceAll("'../../../worker/sources/", "'../../");
  expect(block('kind')).toBe(asSource);
});

test('the guide’s kind returns every fact, follows its pages and reports a changed format', () => {
  const settings = openings.settings.parse({ id: 'club', kind: 'openings', club: 'blue-waves' });
  const { ask, reading } = readFirst(openings, settings, block('answer'));
  expect(ask.url).toBe('https://openings.example/clubs/blue-waves/openings?page=1');
  expect(reading.postings).toMatchObject([
    {
      title: 'Swimming teacher',
      sourceJobId: '77',
      company: { name: 'blue-waves' },
      places: [{ text: 'Aarhus, Denmark' }],
      jobType: ['Part time'],
      postedAt: '2026-11-12',
      descriptionHtml: '<p>You teach <b>children</b>.</p>',
    },
    { title: 'Coach', places: [], jobType: [], postedAt: null, descriptionHtml: null },
  ]);
  expect(reading.follow.map(({ url }) => url)).toEqual(['https://openings.example/clubs/blue-waves/openings?page=2']);
  const [next] = reading.follow as [PageRequest];
  expect(openings.parse(answer(block('answer'), next.url), next, settings).follow).toEqual([]);
  for (const changed of ['{"openings":{}}', '[]', '<html>', '{"pages":1,"openings":[{"ref":"1"}]}'])
    expect(() => readFirst(openings, settings, changed)).toThrow(/^Expected /);
});
