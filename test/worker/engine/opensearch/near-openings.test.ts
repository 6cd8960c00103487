import { expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../../shared/search/query/query.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { closeLater } from '../../../lib/close-later.js';
import { openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { gazetteer, made, now, search } from '../../lib/made-jobs.js';
import { openTestEngine } from './open-test-engine.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const url = openSearchUrl;
  const later = closeLater();
  const started = await suiteRedis('working');

  /** Openings with titles that are near to a nurse in several ways, many of the same employers, each with words of its own. */
  const titles = ['Staff Nurse', 'Nurse', 'Nurse - Cardiology', 'Nursing Assistant', 'Midwife', 'Caretaker', 'Surgeon'];
  const jobs = Array.from({ length: 700 }, (_, at) => {
    const words = Array.from({ length: 40 }, (_each, word) => `w${(at * 7919 + word * 104_729) % 99_991}`).join(' ');
    return made({
      ...{ source: 'one', title: titles[at % titles.length] ?? '', company: `Clinic ${at % 350}`, days: 1 + (at % 40) },
      text: at % 3 === 0 ? `a registered professional ${words}` : words,
      ...{ place: ['Berlin', 'Munich'][Math.floor(at / 350)] ?? '', requisition: String(at) },
    });
  });

  test.each([
    { keyword: 'registered pediatric nurse', sortBy: 'relevant' },
    { keyword: 'pediatric nurse cardiology', sortBy: 'recent' },
  ] as const)(
    '%j: the nearest of all titles are shown, and few others are fetched',
    async (asked) => {
      const { world, engine } = await openTestEngine(url, { ...started, later });
      await world.hold('one', jobs, engine);
      const subject: SearchSubject = { ...anySearch, ...asked };
      const question = { search: analyzeSearch(subject, gazetteer), now, collections: [] };
      const found = await engine.search(question, { depth: 200, records: 200 });
      const expected = search(jobs, asked);
      const shown = (some: readonly { id: string; match: { score: number } }[]) =>
        some.map(({ id, match }) => `${id} ${match.score}`).sort();
      expect(expected.near.length).toBeGreaterThan(50);
      expect(shown(found.jobs.filter(({ match }) => match.near === true))).toEqual(shown(expected.near));
      expect(engine.held().postings).toBeLessThan(jobs.length);
    },
    60_000,
  );
}
