import { expect, test } from '@jest/globals';
import { listWatchesOf, watchRow } from '../../../api/operator/operator-data.js';
import { addWatch, type StoredWatch } from '../../../shared/watches/watch.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

const plain = storedWatch('watch_1', 0);
const watch: StoredWatch = {
  ...plain,
  ...{ owner: 'key:key_1', search: { ...plain.search, keyword: 'nurse' } },
  ...{ url: 'https://example.com/hook?token=hidden', secret: 'whsec_hidden', state: 'paused', reason: 'Why.' },
};

test('a watch is shown without its secret, and of its address only the origin', () => {
  const row = watchRow(watch);
  expect(row).toMatchObject({ owner: 'key_1', address: 'https://example.com', search: { keyword: 'nurse' } });
  expect(JSON.stringify(row)).not.toContain('hidden');
});

test('a watch whose address is none is shown, too', () => {
  expect(watchRow({ ...watch, url: 'damaged' })).toMatchObject({ id: watch.id, address: '?' });
});

test('the watches of an owner are listed', async () => {
  await addWatch(redis, watch, 1);
  expect(await listWatchesOf(redis, 'key_1')).toEqual({ owner: 'key_1', watches: [watchRow(watch)] });
  expect(await listWatchesOf(redis, 'key_2')).toEqual({ owner: 'key_2', watches: [] });
});
