import { expect, test } from '@jest/globals';
import { childrenLeft } from '../../lib/leave-clean.js';
import { runKills } from '../../suites/watch-kills/run-kills.js';

test('each opening is told once to each watch, whenever workers and the API are killed', async () => {
  // The same kills each time; `npm test -- --suite watches` draws 200.
  const said: string[] = [];
  const report = await runKills({
    ...{ seed: 'a slice', count: 8, together: 0.1 },
    say: (line) => void said.push(line),
  });
  expect({ wrong: report.wrong, said: report.wrong.length > 0 ? said : [] }).toEqual({ wrong: [], said: [] });
  expect([...report.kills.values()].reduce((sum, times) => sum + times, 0)).toBe(8);
  expect(report.told).toBeGreaterThan(10);
  expect(childrenLeft()).toEqual([]);
}, 400_000);
