import { describe, expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { planCollections } from '../../../worker/search/plan-collections.js';
import type { SourceProgress } from '../../../worker/search/source-progress.js';
import { sourceReports } from '../../../worker/search/source-reports.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';

const sources = readSourcesFile(
  JSON.stringify({
    sources: [
      { id: 'whole', kind: 'greenhouse', board: 'acme' },
      { id: 'words', kind: 'site', search: 'https://words.example/?q={keyword}' },
      { id: 'both', kind: 'site', search: 'https://both.example/?q={keyword}&where={location}' },
    ],
  }),
  'test',
);
const gazetteer = loadGazetteer();
const planned = (query: Partial<SearchSubject>) =>
  planCollections(sources, analyzeSearch({ ...anySearch, ...query }, gazetteer), { gazetteer });
const asked = (id: string, query: Partial<SearchSubject>) =>
  planned(query)
    .filter(({ source }) => source.id === id)
    .map(({ narrow }) => narrow);

describe('the collections of a search', () => {
  test('are the same whatever the case, spaces and marks of the query', () => {
    const keysOf = (query: Partial<SearchSubject>) => planned(query).map(({ key }) => key);
    const same = keysOf({ keyword: 'nurse OR midwife', location: 'New York City' });
    expect(keysOf({ keyword: ' NURSE  or, Midwife', location: 'nyc' })).toEqual(same);
    expect(keysOf({ keyword: 'midwife | nurse -night', location: 'N.Y.C.' })).toEqual(same);
  });

  test.each([
    ['Austn, TX', 'Austin, TX'],
    ['Londn', 'London'],
    ['Germny', 'Germany'],
    ['Deutschlnd', 'Deutschland'],
    ['Philadelpia, PA', 'Philadelphia, PA'],
    ['Torono, Canada', 'Toronto, Canada'],
    ['New Yrok; Londn', 'London; New York'],
    ['Austin, Texs', 'Austin'],
    ['San Fransisco', 'sf'],
    ['LA', 'Los Angeles'],
    ['LA, CA', 'Los Angeles'],
    ['LA; Texas', 'Los Angeles; Texas'],
    ['D.C.', 'Washington, DC'],
  ])('are those of the place that is meant: %s as %s', (written, meant) => {
    expect(asked('both', { location: written })).toEqual(asked('both', { location: meant }));
    expect(planned({ location: written }).map(({ key }) => key)).toEqual(
      planned({ location: meant }).map(({ key }) => key),
    );
  });

  test('keep a name that is read as no other', () => {
    expect(asked('both', { location: 'Xyzzy' })).toEqual([{ keyword: '', location: 'Xyzzy' }]);
  });

  test('are those of the facts in the keyword', () => {
    expect(asked('both', { keyword: 'senior nurse austin tx' })).toEqual([
      { keyword: 'nurse', location: 'Austin, TX' },
    ]);
  });

  test('have no narrowing where the source has none, and otherwise one per alternative', () => {
    const query = { keyword: 'nurse OR midwife -night', location: 'Berlin' };
    expect(asked('whole', query)).toEqual([{}]);
    expect(asked('words', query)).toEqual([{ keyword: 'midwife' }, { keyword: 'nurse' }]);
    expect(asked('both', query)).toEqual([
      { keyword: 'midwife', location: 'Berlin' },
      { keyword: 'nurse', location: 'Berlin' },
    ]);
  });

  test.each<[string, Partial<SearchSubject>, object[]]>([
    ['a place in its canonical form', { location: 'sf' }, [{ keyword: '', location: 'San Francisco' }]],
    ['a town by its usual name', { location: 'NYC' }, [{ keyword: '', location: 'New York, NY' }]],
    ['it in its state', { location: 'New York City, NY' }, [{ keyword: '', location: 'New York, NY' }]],
    ['it in its country', { location: 'Berlino' }, [{ keyword: '', location: 'Berlin, Germany' }]],
    ['the capital', { location: 'D.C.' }, [{ keyword: '', location: 'Washington, DC' }]],
    ['a name of several places as it is', { location: 'New York' }, [{ keyword: '', location: 'New York' }]],
    ['a country by its name', { location: 'usa' }, [{ keyword: '', location: 'United States' }]],
    [
      'two places',
      { keyword: 'cook', location: 'Berlin; Graz' },
      [
        { keyword: 'cook', location: 'Berlin' },
        { keyword: 'cook', location: 'Graz' },
      ],
    ],
    [
      'no place for remote work',
      { keyword: 'cook', location: 'Berlin', remoteFilter: 'remote' },
      [{ keyword: 'cook', location: '' }],
    ],
    ['no region that boards do not know', { location: 'EMEA' }, [{ keyword: '', location: '' }]],
    [
      'no place where both are too many',
      { keyword: 'cook OR chef OR baker', location: 'Berlin; Graz' },
      ['baker', 'chef', 'cook'].map((keyword) => ({ keyword, location: '' })),
    ],
    ['nothing where the words are too many', { keyword: 'a1|a2|a3|a4|a5|a6' }, [{ keyword: '', location: '' }]],
  ])('are narrowed to %s', (_, query, narrows) => {
    expect(asked('both', query)).toEqual(narrows);
  });
});

describe('the report of a source', () => {
  const part = (
    keyword: string,
    status: SourceProgress['report']['status'],
    detail: string | null = null,
  ): SourceProgress => ({
    planned: { source: { id: 'words' }, key: keyword, narrow: { keyword } } as SourceProgress['planned'],
    report: { name: 'words', status, jobs: 0, tookMs: keyword.length, detail },
    ...{ ref: null, previous: null, newerThan: 0, ours: false, behind: null },
  });

  test('states what was requested, and is one for all alternatives', () => {
    expect(sourceReports([part('nurse', 'ok'), part('midwife', 'ok')])).toEqual([
      {
        ...{ name: 'words', status: 'ok', jobs: 0, tookMs: 7 },
        detail:
          'Read by the source’s own search for "nurse" and "midwife"; postings it lists under other words or places are missing.',
      },
    ]);
  });

  test('is omitted where everything was requested', () => {
    expect(sourceReports([part('', 'ok')])[0]?.detail).toBeNull();
  });

  test.each([
    [['ok', 'failed', 'timeout'], 'failed'],
    [['ok', 'timeout'], 'timeout'],
    [['failed', 'pending'], 'pending'],
    [['resting', 'ok'], 'resting'],
  ] as const)('is as bad as the worst part: %j', (statuses, worst) => {
    const [report] = sourceReports(statuses.map((status) => part(status, status, 'No answer.')));
    expect(report?.status).toBe(worst);
    expect(report?.detail).toMatch(/^No answer\./);
  });
});
