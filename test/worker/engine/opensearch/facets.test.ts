import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../shared/search/query/query.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { closeLater } from '../../../lib/close-later.js';
import { openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { gazetteer, made, now } from '../../lib/made-jobs.js';
import { openTestEngine } from './open-test-engine.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const url = openSearchUrl;
  const later = closeLater();
  const started = await suiteRedis('working');

  test('the cluster counts facets, phrases included', async () => {
    const { world, engine } = await openTestEngine(url, { ...started, later });
    const names = ['Baker', 'Miller', 'Cook', 'Welder', 'Tailor', 'Nurse', 'Painter', 'Roofer'];
    const jobs = names.map((title, at) =>
      made({ source: 'one', title, company: at < 5 ? 'Acme Inc.' : `Firm ${at}`, place: at < 3 ? 'Munich' : 'Berlin' }),
    );
    await world.hold('one', [...jobs, made({ source: 'one', title: 'Head of the Bakery', place: 'Hamburg' })]);
    const facetsOf = (keyword: string) =>
      engine.facets({ search: analyzeSearch({ ...anySearch, keyword }, gazetteer), now, collections: [] });
    const all = await facetsOf('');
    expect([all.exact, all.facets.companies[0], all.facets.places.slice(0, 2)]).toEqual([
      9,
      { word: 'Acme', jobs: 6 },
      [
        { word: '', jobs: 9 },
        { word: 'Berlin, Germany', jobs: 5 },
      ],
    ]);
    // Whether words stand side by side is in the index.
    const phrase = await facetsOf('"head of the bakery"');
    expect([phrase.exact, phrase.facets.places[1]?.word]).toEqual([1, 'Hamburg, Germany']);
  }, 60_000);
}
