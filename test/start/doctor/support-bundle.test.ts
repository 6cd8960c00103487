import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createKey } from '../../../shared/auth/api-key.js';
import { configSchema } from '../../../shared/config.js';
import type { Finding } from '../../../start/doctor/finding.js';
import { writeBundle } from '../../../start/doctor/support-bundle.js';

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const about = { version: '1.2.3', now: new Date('2026-11-23T12:00:00Z') };

test('has no value of the environment but numbers and plain words, wherever it stands', () => {
  const planted: string[] = [];
  const plant = (): string => {
    planted.push(`Plant${planted.length}Zq7xW`);
    return planted.at(-1) ?? '';
  };
  const file = join(folder, 'secret');
  writeFileSync(file, `${plant()}\n`);
  const own = ['REDIS_URL', 'SMTP_URL', 'FRESH_SECONDS', 'LOG_LEVEL'];
  const texts = Object.keys(configSchema.shape).filter((name) => !own.includes(name));
  const environment = {
    ...Object.fromEntries(texts.map((name) => [name, plant()])),
    REDIS_URL: `redis://${plant()}:${plant()}%2F@redis.example:6379`,
    SMTP_URL: `smtps://${plant()}:${plant()}@mail.example`,
    REDIS_PASSWORD_FILE: file,
    ADZUNA_APP_KEY: plant(),
    WHATEVER: plant(),
    FRESH_SECONDS: '120',
    LOG_LEVEL: 'debug',
  };
  const key = createKey();
  const finding: Finding = { part: 'running', state: 'wrong', what: `it said ${planted.join(' and ')} and ${key}` };
  const health = { checks: { x: [{ output: encodeURIComponent(planted.join('/')) }] } };
  const text = writeBundle({ environment, findings: [finding], health, ...about });
  expect(planted.length).toBeGreaterThan(50);
  for (const value of planted)
    expect([value, text.toLowerCase().includes(value.toLowerCase())]).toEqual([value, false]);
  expect(text).not.toContain(key.slice(4));
  expect(JSON.parse(text)).toMatchObject({
    ...{ about: 'job-search support bundle', version: '1.2.3', at: '2026-11-23T12:00:00.000Z' },
    settings: { FRESH_SECONDS: '120', LOG_LEVEL: 'debug', REDIS_URL: 'set', ADMIN_TOKEN: 'set' },
    findings: [{ state: 'wrong' }],
  });
});

test('shows no token that looks like a word or a number', () => {
  const environment = { ADMIN_TOKEN: 'correcthorse', NTFY_TOKEN: '123456789012' };
  const what = 'correcthorse 123456789012';
  const text = writeBundle({ environment, findings: [{ part: 'running', state: 'ok', what }], health: null, ...about });
  expect(text).not.toMatch(/correcthorse|123456789012/);
});
