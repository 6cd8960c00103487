import { randomBytes } from 'node:crypto';
import { configSchema } from '../../../shared/config.js';

/** The address of the OpenSearch that `npm test -- --suite opensearch` has started; `null` = none was. */
export const openSearchUrl: string | null = process.env.OPENSEARCH_TEST_URL ?? null;

/** Settings of an engine with indexes of its own. */
export function openSearchSettings(url = openSearchUrl) {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  return configSchema.parse({ ENGINE: 'opensearch', OPENSEARCH_URL: url ?? '', OPENSEARCH_PREFIX: prefix });
}
