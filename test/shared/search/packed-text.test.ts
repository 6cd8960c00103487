import { expect, test } from '@jest/globals';
import { packJson, packText, unpackJson, unpackText } from '../../../shared/search/packed-text.js';

test('texts and values are read as they were packed, in less space', async () => {
  const text = 'Welder (m/w/d), Köln 💥. '.repeat(100);
  const packed = await packText(text);
  expect(packed.length).toBeLessThan(text.length / 10);
  expect(await unpackText(packed)).toBe(text);
  const value = { jobs: [{ id: 'a', pay: null }], '': 1 };
  expect(await unpackJson(await packJson(value))).toEqual(value);
});

test('damaged bytes are refused', async () => {
  const packed = await packJson({ a: 'text that is long enough to be compressed '.repeat(9) });
  await expect(unpackJson(packed.subarray(0, 9))).rejects.toThrow();
  await expect(unpackJson(Buffer.from('no deflate'))).rejects.toThrow();
});
