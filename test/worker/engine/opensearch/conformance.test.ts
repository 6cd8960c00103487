import { test } from '@jest/globals';
import { openChunkStore } from '../../../../shared/cluster/chunk-store.js';
import { openOpenSearch } from '../../../../worker/engine/opensearch/opensearch-engine.js';
import { openSearchSettings, openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { conforms } from '../conformance.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const settings = openSearchSettings();
  await conforms(
    'opensearch',
    (options) => {
      const chunks = openChunkStore(settings, options.now);
      const engine = openOpenSearch({ ...options, chunks, config: { ...options.config, ...settings } });
      const unfollow = engine.follow(new AbortController().signal);
      return {
        ...engine,
        async close() {
          unfollow();
          await engine.close();
          await chunks?.close();
        },
      };
    },
    { ordersByItself: true },
  );
}
