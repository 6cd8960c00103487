import { expect, test } from '@jest/globals';
import { lazyRequire, lazyRequireFrom } from '../../shared/lazy-require.js';

/** The internal files that are loaded, with the version they were checked with (docs/decisions/0011-deep-imports.md). */
const checked = [
  { library: 'bullmq', version: '6.7.0', file: 'dist/cjs/classes/queue.js', name: 'Queue' },
  { library: 'bullmq', version: '6.7.0', file: 'dist/cjs/classes/worker.js', name: 'Worker' },
  { library: 'bullmq', version: '6.7.0', file: 'dist/cjs/classes/errors/delayed-error.js', name: 'DelayedError' },
  { library: 'bullmq', version: '6.7.0', file: 'dist/cjs/classes/job-scheduler.js', name: 'JobScheduler' },
  { library: 'rate-limiter-flexible', version: '11.4.0', file: 'lib/RateLimiterRedis.js', name: 'RateLimiterRedis' },
  { library: 'rate-limiter-flexible', version: '11.4.0', file: 'lib/RateLimiterRes.js', name: 'RateLimiterRes' },
  { library: 'undici', version: '7.30.2', file: 'lib/dispatcher/agent.js', name: 'Agent' },
  { library: 'undici', version: '7.30.2', file: 'lib/core/errors.js', name: 'errors' },
];

/** A file's export of a name, or the file itself where it has a single export. */
function exported(file: string, name: string): unknown {
  const found = lazyRequire(file) as object;
  return Reflect.get(found, name) ?? found;
}

test.each(checked)('$file of $library is the $name its entry point exports', ({ library, version, file, name }) => {
  expect(lazyRequire(`${library}/package.json`)).toMatchObject({ version });
  expect(exported(`${library}/${file}`, name)).toBe(exported(library, name));
});

test('a library is loaded as another one uses it', () => {
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  const { Document } = lazyRequireFrom('cheerio/slim', 'domhandler') as typeof import('domhandler');
  expect(load('<p>')._root).toBeInstanceOf(Document);
  expect(() => lazyRequireFrom('cheerio/slim', 'not-a-library')).toThrow("Cannot find module 'not-a-library'");
});
