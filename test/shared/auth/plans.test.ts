import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readPlans, readPlansFile } from '../../../shared/auth/plans.js';

const read = (plans: unknown) => readPlansFile(JSON.stringify({ plans }), 'plans.json');

describe('plans', () => {
  test('are free, pro and enterprise unless a file says otherwise', () => {
    const { rows, free } = readPlans({ PLANS: '' });
    expect(rows.map(({ name, requests, windowSeconds }) => [name, requests, windowSeconds])).toEqual([
      ['free', 100, 900],
      ['pro', 1000, 900],
      ['enterprise', null, 900],
    ]);
    expect(free.requests).toBe(100);
    expect(Math.min(...rows.filter(({ key }) => !key).map(({ priority }) => priority))).toBeGreaterThan(
      Math.max(...rows.filter(({ key }) => key).map(({ priority }) => priority)),
    );
  });

  test('of a file replace the row of the same name, or add one', () => {
    const { named, free } = read([
      { name: 'free', requests: 10, windowSeconds: 60 },
      { name: 'gold', requests: 5000, priority: 5 },
    ]);
    expect(free).toMatchObject({ requests: 10, windowSeconds: 60, key: false, searchesAtOnce: 5 });
    expect(named('gold')).toMatchObject({ requests: 5000, windowSeconds: 900, key: true, priority: 5 });
    expect(named('pro')).toMatchObject({ requests: 1000 });
    expect(named('silver')).toBeUndefined();
  });

  test('that are invalid are all reported at once', () => {
    expect(() =>
      read([
        { name: 'free', requests: null, watches: 5, descriptions: true },
        { name: 'Gold!', requests: 1.5 },
        { name: 'pro', requests: 0, colour: 'red' },
        { name: 'new' },
        { name: 'new', requests: 1 },
        7,
      ]),
    ).toThrow(
      [
        'plans.json is not a valid plans file:',
        'plans[0].requests: must be a number: callers without a key have no individual quota.',
        'plans[0].watches: callers without a key have none.',
        'plans[0].descriptions: callers without a key have none.',
        'plans[1].name: must be 1–32 small letters, digits or dashes.',
        'plans[1].requests: must be a whole number from 1 to 100000000.',
        'plans[2].requests: must be a whole number from 1 to 100000000.',
        'plans[2]: no such member: colour. Members: name, requests, windowSeconds, priority, searchesAtOnce, exportsAtOnce, watches, descriptions, keptMegabytes.',
        'plans[3].requests: a new plan needs it; null = each key has its own.',
        'plans[4].name: "new" occurs twice.',
        'plans[5]: Invalid input: expected object, received number',
      ].join('\n  '),
    );
    expect(() => readPlansFile('{', 'plans.json')).toThrow('plans.json is not valid JSON');
    expect(() => readPlansFile('[]', 'plans.json')).toThrow('must be {"plans":');
    expect(() => readPlans({ PLANS: '/nowhere/plans.json' })).toThrow('PLANS=/nowhere/plans.json cannot be read');
  });

  test('come from the file that PLANS names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plans-'));
    writeFileSync(join(folder, 'plans.json'), '{"plans": [{"name": "free", "requests": 7}]}');
    expect(readPlans({ PLANS: join(folder, 'plans.json') }).free.requests).toBe(7);
    rmSync(folder, { recursive: true });
  });
});
