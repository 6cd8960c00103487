import { afterAll, describe, expect, test } from '@jest/globals';
import { childrenLeft } from '../../lib/leave-clean.js';
import { runFaults } from '../../suites/faults/run-faults.js';

/** The same faults each time; `npm test -- --suite faults` draws 300 others. */
const seed = 'a small slice';
const only =
  /^(?:worker killed|API killed|Redis killed|Redis full|Redis emptied|Redis silent|a source goes wrong|Redis evicting|cluster node killed)$/;
const said: string[] = [];

describe('a process tree under constant mixed load', () => {
  test('survives a slice of the fault suite', async () => {
    const counts = { 'one tree': 2, apart: 1, cluster: 0 };
    const suffered = await runFaults({ seed, counts, only, say: (line) => void said.push(line) });
    expect(suffered).toHaveLength(3);
    const wrong = suffered.flatMap((one) => one.wrong.map((each) => `${one.fault}: ${each}`));
    expect(wrong).toEqual([]);
    const asked = suffered.reduce((sum, { met }) => sum + met.sent, 0);
    expect(asked).toBeGreaterThan(200);
  }, 300_000);

  test('and leaves no process behind', () => {
    expect(childrenLeft()).toEqual([]);
  });
});

afterAll(() => {
  if (said.some((line) => line.includes('WRONG'))) process.stdout.write(`${said.join('\n')}\n`);
});
