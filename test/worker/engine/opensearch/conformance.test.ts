import { test } from '@jest/globals';
import { openOpenSearch } from '../../../../worker/engine/opensearch/open-opensearch.js';
import { openSearchSettings, openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { conforms } from '../conformance.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const settings = openSearchSettings();
  await conforms('opensearch', (options) => openOpenSearch({ ...options, config: { ...options.config, ...settings } }));
}
