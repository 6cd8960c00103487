import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { loadGazetteer } from '../../../worker/gazetteer.js';
import { normalise } from '../../../worker/normalise.js';
import type { Posting } from '../../../worker/posting.js';
import type { Ask } from '../../../worker/sources/source.js';
import { readSourcesFile } from '../../../worker/sources-file.js';

/** Answers recorded from real systems. They are not part of the repository: without them these tests are skipped. */
const folder = projectFile('../shared/examples');
const recorded = existsSync(folder) ? describe : describe.skip;
const gazetteer = existsSync(folder) ? loadGazetteer() : null;
const now = new Date('2026-11-21T00:00:00Z');

function open(settings: object) {
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ id: 'x', ...settings }] }), 'test');
  if (source === undefined) throw new Error('The source was not read.');
  const asks = source.kind.ask(source.settings, {});
  const read = (body: string, ask: Ask | undefined = asks[0]) => {
    if (ask === undefined) throw new Error('Nothing is asked.');
    return source.kind.read({ url: ask.url, contentType: '', body, rendered: false }, ask, source.settings);
  };
  return { asks, read };
}

const load = (path: string): string => readFileSync(`${folder}/${path}`, 'utf8');

/** No record ever shows a placeholder, an entity or a tag where plain text is promised. */
function expectClean(postings: readonly Posting[]): void {
  for (const posting of postings) {
    if (gazetteer === null) throw new Error('No gazetteer.');
    const outcome = normalise(posting, { source: 'x', gazetteer, now });
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    const { description: _text, places: _places, remoteRegions: _regions, ...record } = outcome.job;
    const text = JSON.stringify(record);
    expect(text).not.toMatch(
      /1970-01-01|UNAVAILABLE|"N\/A"|&(?:amp|lt|gt|quot|nbsp|#\d+);|<\/?(?:p|div|br|strong|li|span)\b/,
    );
    expect(record.location.city).not.toBe('Anywhere');
  }
}

const whole: [string, object, string, (body: string) => number][] = [
  ['greenhouse', { board: 'a' }, 'ats/greenhouse_gitlab_list.json', (body) => JSON.parse(body).jobs.length],
  ['lever', { site: 'matchgroup' }, 'ats/lever_matchgroup.json', (body) => JSON.parse(body).length],
  ['ashby', { board: 'linear' }, 'ats/ashby_linear.json', (body) => JSON.parse(body).jobs.length],
  ['workable', { account: 'zaelab' }, 'ats/workable_widget_zaelab.json', (body) => JSON.parse(body).jobs.length],
  ['personio', { company: 'acme' }, 'ats/personio.xml', (body) => body.split('<position>').length - 1],
  [
    'teamtailor',
    { site: 'career.teamtailor.com' },
    'ats/teamtailor_jobs.json',
    (body) => JSON.parse(body).items.length,
  ],
  ['arbeitnow', {}, 'aggregators/arbeitnow_3.json', (body) => JSON.parse(body).data.length],
  ['remotive', {}, 'aggregators/remotive_4_with_legal_header.json', (body) => JSON.parse(body).jobs.length],
  ['remoteok', {}, 'aggregators/remoteok_5_short.json', (body) => JSON.parse(body).length - 1],
  ['himalayas', {}, 'aggregators/himalayas_4.json', (body) => JSON.parse(body).jobs.length],
  ['jobicy', {}, 'aggregators/jobicy_4.json', (body) => JSON.parse(body).jobs.length],
  ['weworkremotely', {}, 'aggregators/weworkremotely_2020.rss', (body) => body.split('<item>').length - 1],
  [
    'feed',
    { url: 'https://x.example/feed' },
    'aggregators/weworkremotely_2020.rss',
    (body) => body.split('<item>').length - 1,
  ],
  ['feed', { url: 'https://x.example/feed' }, 'ats/teamtailor_jobs.json', (body) => JSON.parse(body).items.length],
];

recorded('recorded answers (need ../shared/examples)', () => {
  test.each(whole)('%s %j gives every posting of %s', (kind, settings, path, count) => {
    const body = load(path);
    const { postings, flaws = [] } = open({ kind, ...settings }).read(body);
    expect(flaws).toEqual([]);
    expect(postings).toHaveLength(count(body));
    expectClean(postings);
  });

  test('recruitee gives every offer', () => {
    const company = JSON.parse(load('ats/recruitee_small.json')).subdomains.secureco;
    const { postings } = open({ kind: 'recruitee', company: 'secureco' }).read(JSON.stringify(company));
    expect(postings).toHaveLength(company.offers.length);
    expectClean(postings);
  });

  test('smartrecruiters, bamboohr and workday ask for each detail of their lists', () => {
    expect(
      open({ kind: 'smartrecruiters', company: 'knight' }).read(load('ats/smartrecruiters_list.json')).follow,
    ).toHaveLength(1);
    const bamboo = open({ kind: 'bamboohr', company: 'acme' }).read(load('ats/bamboohr_list.json'));
    expect(bamboo.follow).toHaveLength(JSON.parse(load('ats/bamboohr_list.json')).result.length);
    const workday = open({ kind: 'workday', tenant: 'salesforce', site: 'External' }).read(
      load('ats/workday_salesforce_list.json'),
    );
    expect(workday.follow).toHaveLength(2);
  });

  test('hn-hiring reads the offers of a thread', () => {
    const { hits } = JSON.parse(load('aggregators/hn_whoishiring_algolia_7.json'));
    const { asks, read } = open({ kind: 'hn-hiring' });
    const [thread] = read(
      JSON.stringify({ hits: [{ objectID: '48747976', title: 'Ask HN: Who is hiring? (July 2026)' }] }),
      asks[0],
    ).follow;
    const { postings } = read(JSON.stringify({ hits }), thread);
    expect(postings.length).toBeGreaterThanOrEqual(hits.length - 2);
    expectClean(postings);
  });

  test('site reads every saved page, or names it', () => {
    for (const name of readdirSync(`${folder}/jsonld`)) {
      const { read } = open({ kind: 'site', render: 'never', pages: [`https://x.example/${name}`] });
      const body = load(`jsonld/${name}`);
      const { postings, flaws = [] } = read(body);
      if (/icims_detail_no/.test(name)) expect(flaws).toHaveLength(1);
      else expect(postings.length).toBeGreaterThanOrEqual(1);
      expectClean(postings);
    }
  });
});
