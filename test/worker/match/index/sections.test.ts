import { describe, expect, test } from '@jest/globals';
import {
  createCheckedReader,
  isIntact,
  lengthsOf,
  openSections,
  packSections,
} from '../../../../worker/match/index/sections.js';

const hot = { small: Uint8Array.of(1, 2, 3), real: Float64Array.of(0.5, Number.NaN), empty: new Uint16Array(0) };
const cold = { words: Uint32Array.from({ length: 1000 }, (_, at) => at * 7) };
const block = packSections({ name: 'board' }, { hot, cold });

describe('a block of sections', () => {
  test('is read as it was packed', () => {
    const opened = openSections<{ name: string }>(block);
    expect(opened.meta).toEqual({ name: 'board' });
    expect([...opened.u8('small')]).toEqual([1, 2, 3]);
    expect([...opened.f64('real')]).toEqual([0.5, Number.NaN]);
    expect(opened.u16('empty')).toHaveLength(0);
    expect([...opened.cold('words', 'u32')(998, 1000)]).toEqual([998 * 7, 999 * 7]);
  });

  test('reads its cold sections from elsewhere, only what is needed', () => {
    const read: [number, number][] = [];
    const opened = openSections(block.slice(0, lengthsOf(block).hot), (at, length) => {
      read.push([at, length]);
      return block.slice(at, at + length);
    });
    expect([...opened.cold('words', 'u32')(10, 12)]).toEqual([70, 77]);
    expect(read.map(([, length]) => length)).toEqual([8]);
  });

  test('is read from an unaligned part of a larger buffer', () => {
    const larger = new Uint8Array(block.length + 3);
    larger.set(block, 3);
    expect([...openSections(larger.subarray(3)).f64('real')]).toEqual([0.5, Number.NaN]);
  });

  test('says when it is cut off, damaged, or lacks a section', () => {
    const { hot: length } = lengthsOf(block);
    expect(isIntact(block.slice(0, length))).toBe(true);
    for (let at = 0; at < length; at++)
      expect(isIntact(block.slice(0, length).with(at, (block[at] ?? 0) ^ 1))).toBe(false);
    expect(() => openSections(block.slice(0, 10))).toThrow('cut off');
    expect(() => openSections(block.slice(0, length - 24)).f64('real')).toThrow('cut off');
    expect(() => openSections(block).u8('real')).toThrow('no section "real" of type u8');
    expect(() => openSections(block).u32('none')).toThrow('no section "none"');
  });

  test('has a checksum for each part of its cold sections, which is compared when it is read', () => {
    const { hot: length, whole } = lengthsOf(block);
    const read = (bytes: Uint8Array) =>
      createCheckedReader(block.slice(0, length), (at, size) => bytes.slice(at, at + size));
    expect([...read(block)(length + 2046, 4)]).toEqual([...block.subarray(length + 2046, length + 2050)]);
    expect([...read(block)(whole - 1, 1)]).toEqual([block[whole - 1]]);
    for (let at = length; at < whole; at++) {
      const damaged = read(block.with(at, (block[at] ?? 0) ^ 128));
      expect(() => damaged(at, 1)).toThrow('not as they were written');
      const other = at < length + 2048 ? whole - 1 : length;
      expect(damaged(other, 1)).toHaveLength(1);
    }
  });
});
