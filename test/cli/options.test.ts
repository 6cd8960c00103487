import { describe, expect, test } from '@jest/globals';
import { fieldOptions, readOptions } from '../../cli/options.js';
import { fieldNames } from '../../shared/search/fields.js';

describe('readOptions', () => {
  test('accepts each name of every field', () => {
    for (const field of fieldNames)
      for (const name of fieldOptions[field]) {
        expect(readOptions([`--${name}`, 'x y']).query).toEqual({ [field]: 'x y' });
        expect(readOptions([`--${name}=-x`]).query).toEqual({ [field]: '-x' });
      }
  });

  test('takes arguments without an option as the keyword, and no arguments as a search for everything', () => {
    expect(readOptions(['night', 'nurse', '--json'])).toMatchObject({ query: { keyword: 'night nurse' }, json: true });
    expect(readOptions(['--', '--nurse']).query).toEqual({ keyword: '--nurse' });
    expect(readOptions([])).toEqual({
      help: false,
      query: {},
      json: false,
      quiet: false,
      waitSeconds: 60,
      watchMinutes: null,
    });
  });

  test('the minutes of --watch are optional', () => {
    expect(readOptions(['--watch', 'nurse'])).toMatchObject({ watchMinutes: 5, query: { keyword: 'nurse' } });
    expect(readOptions(['nurse', '--watch', '15'])).toMatchObject({ watchMinutes: 15, query: { keyword: 'nurse' } });
    expect(readOptions(['nurse', '--watch=0.5']).watchMinutes).toBe(0.5);
    expect(readOptions(['--watch', '--json'])).toMatchObject({ watchMinutes: 5, json: true });
  });

  test('the first words of watch are its minutes, and its messages name it', () => {
    expect(readOptions(['15', 'nurse'], 'watch')).toMatchObject({ watchMinutes: 15, query: { keyword: 'nurse' } });
    expect(readOptions(['nurse'], 'watch').watchMinutes).toBe(5);
    expect(() => readOptions(['0', 'nurse'], 'watch')).toThrow(
      'job-search watch takes a number from 0.01 to 1440, not "0".\n"job-search watch --help"',
    );
    for (const args of [['--limit', '5'], ['--nope'], ['a', '--keyword', 'b'], ['--wait', 'long']])
      expect(() => readOptions(args, 'watch')).toThrow('"job-search watch --help" lists every option.');
  });

  test.each<[string[], string]>([
    [['--locaton', 'Berlin'], 'There is no option --locaton. Did you mean --location?'],
    [['nurse', '-night'], 'Put quotes around a keyword that excludes a word: "nurse -night".'],
    [['--location'], '--location needs a value.'],
    [['--location', '--json'], '--location needs a value.'],
    [['--json=yes'], '--json takes no value.'],
    [['a', '--keyword', 'b'], 'Give the keyword once'],
    [['--watch', '9999'], '--watch takes a number from 0.01 to 1440, not "9999".'],
    [['--watch', '--limit', '5'], '--watch reads every page'],
    [['--wait', 'long'], '--wait takes a number from 1 to 600, not "long".'],
  ])('rejects %j with a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
