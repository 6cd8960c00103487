import { expect, test } from '@jest/globals';
import { startedAs } from '../../../shared/cli/started-as.js';

test.each([
  ['/home/a/job-search/scripts/job-search.mjs', 'key', 'npx job-search key'],
  ['/usr/local/bin/job-search', 'start', 'npx job-search start'],
  ['/home/a/job-search/scripts/key.mjs', 'key', 'npm run key --'],
  ['/home/a/job-search/scripts/search.mjs', 'start', 'npm start'],
])('%s and "%s" are typed as "%s"', (script, command, typed) => {
  expect(startedAs(command, script)).toBe(typed);
});
