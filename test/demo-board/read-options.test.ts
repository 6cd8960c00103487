import { describe, expect, test } from '@jest/globals';
import { readOptions } from '../../demo-board/read-options.js';

describe('readOptions', () => {
  test('has a default for everything', () => {
    expect(readOptions([])).toEqual({ port: 4010, host: '127.0.0.1', seed: 1, postings: 600 });
  });

  test('reads all four', () => {
    const args = ['--port', '0', '--host=::1', '--seed', '7', '--postings', '300'];
    expect(readOptions(args)).toEqual({ port: 0, host: '::1', seed: 7, postings: 300 });
  });

  test.each([
    [['--port', '70000'], '--port takes a whole number from 0 to 65535, not "70000".'],
    [['--seed', 'x'], '--seed takes a whole number from 0'],
    [['--postings', '0'], '--postings takes a whole number from 1'],
    [['--colour', 'red'], "Unknown option '--colour'"],
    [['demo'], 'Unexpected argument'],
  ])('refuses %j and says why', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
