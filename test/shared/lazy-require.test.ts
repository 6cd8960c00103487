import { expect, test } from '@jest/globals';
import { lazyRequire, lazyRequireFrom } from '../../shared/lazy-require.js';

test('a library is loaded as another one uses it', () => {
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  const { Document } = lazyRequireFrom('cheerio/slim', 'domhandler') as typeof import('domhandler');
  expect(load('<p>')._root).toBeInstanceOf(Document);
  expect(() => lazyRequireFrom('cheerio/slim', 'not-a-library')).toThrow("Cannot find module 'not-a-library'");
});
