import { expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../../shared/search/query/query.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { closeLater } from '../../../lib/close-later.js';
import { openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { gazetteer, type Made, made, now } from '../../lib/made-jobs.js';
import { openTestEngine } from './open-test-engine.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const url = openSearchUrl;
  const later = closeLater();
  const started = await suiteRedis('working');

  /** An engine that holds an opening for each of these, each of another company. */
  const holding = async (openings: readonly Omit<Made, 'title'>[]) => {
    const { world, engine } = await openTestEngine(url, { ...started, later });
    const jobs = openings.map((each, at) =>
      made({ ...each, source: 'one', title: `Job ${at}`, company: `Firm ${at}` }),
    );
    await world.hold('one', jobs);
    const listed = async (subject: Partial<SearchSubject>, depth: number) => {
      const search = analyzeSearch({ ...anySearch, ...subject }, gazetteer);
      const { jobs: found, total } = await engine.search({ search, now, collections: [] }, { depth, records: depth });
      return { total, titles: found.map(({ title }) => Number(title.slice('Job '.length))) };
    };
    return listed;
  };

  test('the highest pay of all currencies comes first', async () => {
    const known = [
      { pay: '€50,000 per year' },
      { pay: '$80,000 per year' },
      { days: 1 },
      { pay: '£75,000 per year' },
      { pay: '€60,000 - €80,000 per year' },
      { pay: '€80,000 per year' },
    ];
    const others = Array.from({ length: 60 }, (_, at) => ({ pay: `€${20_000 + 100 * at} per year`, days: 5 }));
    const listed = await holding([...known, ...others]);
    // 75,000 pounds are more than 80,000 euros, 80,000 dollars less; of equal pay the one that begins higher is first.
    expect(await listed({ sortBy: 'salary' }, 5)).toEqual({ total: 66, titles: [3, 5, 4, 1, 0] });
    const { titles } = await listed({ sortBy: 'salary' }, 66);
    expect([titles.length, titles[64], titles[65]]).toEqual([66, 6, 2]);
  }, 60_000);

  test('the nearest openings come first, the newest of each place before the others', async () => {
    const places = ['Potsdam', 'Berlin', 'Falkensee', 'Munich', 'Berlin'];
    const near = places.map((place, at) => ({ place, days: 9 - at }));
    const others = Array.from({ length: 60 }, (_, at) => ({ place: 'Königs Wusterhausen', days: 1 + (at % 7) }));
    const listed = await holding([...near, ...others]);
    expect(await listed({ sortBy: 'distance', location: 'Berlin' }, 4)).toEqual({ total: 64, titles: [4, 1, 2, 0] });
    // Without a town to measure from, it is the order of a search that asks for none.
    const unmeasured = await listed({ sortBy: 'distance', location: 'Germany' }, 70);
    expect(unmeasured).toEqual(await listed({ location: 'Germany' }, 70));
  }, 60_000);
}
