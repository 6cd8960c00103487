import { describe, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../worker/sources/source.js';
import { openKind, recordsOf } from '../lib/open-kind.js';
import { examplesIn, readExample as load } from './examples.js';
import { filledIn, recordedLists } from './recorded-facts.js';

describe('recorded responses', () => {
  const recordsIn = (reading: ParsedPage) => {
    expect(reading.flaws ?? []).toEqual([]);
    return recordsOf(reading);
  };

  test.each(recordedLists)(
    '$kind reads every posting of $path with its stated facts',
    ({ kind, settings, path, around, ...expected }) => {
      const body = around === undefined ? load(path) : { ...JSON.parse(load(path)), ...around };
      const records = recordsIn(openKind({ kind, ...settings }).read(body));
      expect({ postings: records.length, filled: filledIn(records) }).toEqual(expected);
    },
  );

  test.each([
    ['aggregators/weworkremotely_2020.rss', 4],
    ['ats/teamtailor_jobs.json', 2],
  ])('feed reads every posting of %s', (path, postings) => {
    expect(recordsIn(openKind({ kind: 'feed', url: 'https://x.example/feed' }).read(load(path)))).toHaveLength(
      postings,
    );
  });

  test('recruitee reads every fact of its offer', () => {
    const company: unknown = JSON.parse(load('ats/recruitee_small.json')).subdomains.secureco;
    const records = recordsIn(openKind({ kind: 'recruitee', company: 'secureco' }).read(company));
    expect(filledIn(records)).toEqual({
      company: 1,
      places: 1,
      workplace: 1,
      type: 1,
      level: 1,
      salary: 1,
      posted: 1,
      apply: 1,
      text: 1,
      tags: 1,
    });
    expect(records[0]).toMatchObject({ workplace: 'hybrid', salary: { per: 'year', currency: 'EUR' } });
  });

  test('smartrecruiters reads every fact of a list entry, which is a detail without a text', () => {
    const { read } = openKind({ kind: 'smartrecruiters', company: 'knight', allowed: 'by the owner, 2026-11' });
    const list = load('ats/smartrecruiters_list.json');
    const [ask] = read(list).follow;
    const [entry] = JSON.parse(list).content;
    expect(filledIn(recordsIn(read(entry, ask)))).toEqual({
      company: 1,
      places: 1,
      type: 1,
      posted: 1,
      number: 1,
      tags: 1,
    });
  });

  test('bamboohr reads every fact of its list', () => {
    const { read } = openKind({ kind: 'bamboohr', company: 'acme' });
    const list = load('ats/bamboohr_list.json');
    const { follow, flaws } = read(list);
    expect([follow.length, flaws]).toEqual([JSON.parse(list).result.length, []]);
    const records = follow.flatMap((ask) => recordsIn(read({ result: { jobOpening: {} } }, ask)));
    expect(filledIn(records)).toEqual({ company: 2, places: 2, workplace: 2, type: 2, tags: 2 });
  });

  test('workday requests each detail of its list', () => {
    const { read } = openKind({ kind: 'workday', tenant: 'salesforce', site: 'External' });
    const { follow, flaws } = read(load('ats/workday_salesforce_list.json'));
    expect([follow.map(({ role }) => role), flaws]).toEqual([['detail', 'detail'], []]);
  });

  test('hn-hiring reads every offer of a thread, and reports a comment that is none', () => {
    const { hits } = JSON.parse(load('aggregators/hn_whoishiring_algolia_7.json'));
    const { asks, read } = openKind({ kind: 'hn-hiring' });
    const threads = { hits: [{ objectID: '48747976', title: 'Ask HN: Who is hiring? (July 2026)' }] };
    const [thread] = read(threads, asks()[0]).follow;
    const { flaws, ...reading } = read({ hits, page: 0, nbPages: 1 }, thread);
    expect(filledIn(recordsIn({ ...reading }))).toEqual({
      company: 5,
      places: 1,
      regions: 2,
      workplace: 5,
      type: 5,
      salary: 2,
      posted: 5,
      text: 5,
      tags: 1,
    });
    expect(flaws).toHaveLength(1);
  });

  test('hn-hiring makes clean records of a whole thread', () => {
    const lines = load('hn/hn_2016-10_sample_150_for_developers.jsonl').trim().split('\n');
    const hits = lines.map((line, at) => ({
      objectID: String(at),
      comment_text: JSON.parse(line).full_html,
      parent_id: 1,
      story_id: 1,
    }));
    const ask = { url: 'https://x.example', role: 'listing', accept: 'json', memo: '1' } as const;
    const reading = openKind({ kind: 'hn-hiring' }).read({ hits, page: 0, nbPages: 1 }, ask);
    expect(reading.postings.length + (reading.flaws?.length ?? 0)).toBe(lines.length);
    expect(recordsOf(reading).length).toBeGreaterThanOrEqual(100);
  });

  test('site reads every saved page, or reports it', () => {
    for (const name of examplesIn('jsonld')) {
      const { read } = openKind({ kind: 'site', render: 'never', pages: [`https://x.example/${name}`] });
      const reading = read(load(`jsonld/${name}`));
      if (/icims_detail_no/.test(name)) expect(reading.flaws).toHaveLength(1);
      else expect(reading.postings.length).toBeGreaterThanOrEqual(1);
      recordsOf(reading);
    }
  });
});
