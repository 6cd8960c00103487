import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { StoredFacets } from './facets.js';
import { writeFurtherFields } from './further-records.js';
import { packJson, unpackJson } from './packed-text.js';
import { type DocumentPage, readDocument } from './search-document.js';

/** The field that has the facets, beside the further records of the same version of the document. */
const field = 'facets';

/** Reads the facets of a document instead of a page of its jobs, or says that they have yet to be counted. */
export async function readFacetsPage(redis: RedisConnection, searchKey: string): Promise<DocumentPage> {
  const page = await readDocument(redis, searchKey, { from: 0, count: 0 });
  if (page.head === null) return page;
  const { version } = page.head;
  const facets = await readFacets(redis, searchKey, version);
  return facets === null ? { ...page, lacks: { version, blocks: [], facets: true } } : { ...page, facets };
}

/** Reads the facets of one version of a document; `null` = nobody has counted them yet. */
async function readFacets(redis: RedisConnection, searchKey: string, version: string): Promise<StoredFacets | null> {
  const packed = await redis.hgetBuffer(redisKeys.furtherRecords(searchKey, version), field);
  return packed === null ? null : unpackJson<StoredFacets>(packed);
}

/** Whether the facets of this version of the document exist. */
export async function hasFacets(redis: RedisConnection, searchKey: string, version: string): Promise<boolean> {
  return (await redis.hexists(redisKeys.furtherRecords(searchKey, version), field)) === 1;
}

/** Keeps the facets of a version of a document for some minutes; answers the bytes written. */
export async function writeFacets(
  redis: RedisConnection,
  searchKey: string,
  { version, owner, facets, now }: { version: string; owner: string; facets: StoredFacets; now: Date },
): Promise<{ key: string; bytes: number; until: number }> {
  const packed = await packJson(facets);
  const fields = { owner, [field]: packed };
  return writeFurtherFields(redis, searchKey, { version, fields, bytes: packed.length, now });
}
