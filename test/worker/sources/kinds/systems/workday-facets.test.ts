import { describe, expect, test } from '@jest/globals';
import { divideSearch } from '../../../../../worker/sources/kinds/systems/workday.js';
import { Members } from '../../../../../worker/sources/parse/members.js';
import { openKind } from '../../../../lib/open-kind.js';

const facet = (facetParameter: string, counts: Record<string, number>) => ({
  facetParameter,
  values: Object.entries(counts).map(([id, count]) => ({ id, count, descriptor: id })),
});
const family = facet('jobFamilyGroup', { shop: 9000, depot: 1500, office: 500 });
const time = facet('timeType', { full: 10_500, part: 500 });
/** Places stand within countries; not every posting has one. */
const places = { facetParameter: 'locationMainGroup', values: [facet('locations', { cork: 900, lyon: 100, graz: 0 })] };

const divide = (facets: readonly unknown[], applied: Record<string, string[]>) =>
  divideSearch(
    facets.map((each) => new Members(each)),
    applied,
  );

describe('a search that is too large', () => {
  test('is divided by the facet that covers it and has the smallest largest part', () => {
    expect(divide([time, family, places], {})).toEqual({
      parts: ['shop', 'depot', 'office'].map((id) => ({ jobFamilyGroup: [id] })),
      isComplete: true,
    });
  });

  test('is divided into few parts where they are within the limit', () => {
    const towns = facet('locations', Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`town-${at}`, 75])));
    expect(divide([towns, facet('timeType', { full: 1800, part: 1200 })], {})?.parts).toHaveLength(2);
  });

  test('is divided again by a facet that is not applied yet', () => {
    expect(divide([facet('timeType', { full: 8500, part: 500 }), family], { jobFamilyGroup: ['shop'] })?.parts).toEqual(
      [
        { jobFamilyGroup: ['shop'], timeType: ['full'] },
        { jobFamilyGroup: ['shop'], timeType: ['part'] },
      ],
    );
  });

  test('says when postings without the facet may be missing', () => {
    const nearly = facet('jobFamilyGroup', { shop: 6000, depot: 4900 });
    expect(divide([nearly, facet('timeType', { full: 10_900, part: 100 })], {})).toMatchObject({
      isComplete: false,
    });
  });

  test('is not divided where no facet divides it', () => {
    expect(divide([facet('timeType', { full: 2400 }), { facetParameter: 'x' }, null, 'y'], {})).toBeNull();
    expect(divide([family], { jobFamilyGroup: ['shop'] })).toBeNull();
  });
});

test('a board of workday beyond its limit is read whole, part by part', () => {
  type Search = { appliedFacets: Record<string, string[]>; offset: number };
  const groups = { shop: 1990, depot: 1500, office: 500 };
  const times = ['full', 'part'];
  const board = Object.entries({ ...groups, field: 2600 }).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, at) => ({ group, time: times[at % 2] ?? '', path: `/job/${group}-${at}` })),
  );
  const count = (list: typeof board, key: 'group' | 'time') => {
    const sum: Record<string, number> = {};
    for (const each of list) sum[each[key]] = (sum[each[key]] ?? 0) + 1;
    return sum;
  };
  const counts = new Map<string, object[]>();
  const answer = ({ appliedFacets, offset }: Search) => {
    const { jobFamilyGroup: [group] = [], timeType: [time] = [] } = appliedFacets;
    const found = board.filter((each) => (group ?? each.group) === each.group && (time ?? each.time) === each.time);
    const key = `${group}/${time}`;
    const facets = counts.get(key) ?? [
      facet('timeType', count(found, 'time')),
      facet('jobFamilyGroup', count(found, 'group')),
    ];
    counts.set(key, facets);
    const shown = found.slice(0, 2000).slice(offset, offset + 20);
    const jobPostings = shown.map(({ path }) => ({ externalPath: path, title: 'Cook' }));
    return { total: offset === 0 ? Math.min(found.length, 2000) : 0, jobPostings, facets };
  };
  const { asks, read } = openKind({ kind: 'workday', tenant: 'span', site: 'Careers' });
  const seen = new Set<string>();
  const waiting = [...asks()];
  let requests = 0;
  for (let ask = waiting.pop(); ask !== undefined; ask = waiting.pop()) {
    requests += 1;
    const { follow, truncated = false, flaws } = read(answer(ask.json as Search), ask);
    expect([truncated, flaws]).toEqual([false, []]);
    for (const next of follow) if (next.role === 'detail') seen.add(next.url);
    waiting.push(...follow.filter(({ role }) => role === 'listing'));
  }
  expect(seen.size).toBe(board.length);
  // The pages of all parts, and one for each search that was divided.
  expect(requests).toBe(
    1 + 1 + [...Object.values(groups), 1300, 1300].reduce((sum, size) => sum + Math.ceil(size / 20), 0),
  );
});
