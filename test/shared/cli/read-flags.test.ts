import { describe, expect, test } from '@jest/globals';
import { FlagError, parseFlags, usageOf } from '../../../shared/cli/read-flags.js';

const flags = {
  minutes: { type: 'string', default: '20', what: 'how long' },
  only: { type: 'string', what: 'which ones' },
  write: { type: 'boolean', what: 'write the page' },
  keep: { type: 'boolean', default: true, what: 'throw it away' },
} as const;

describe('the options of a command', () => {
  test('have their defaults', () => {
    expect(parseFlags(flags, [])).toEqual({ minutes: '20', write: false, keep: true });
  });

  test('are read as they come', () => {
    expect(parseFlags(flags, ['--minutes', '5', '--only=a b', '--write', '--no-keep'])).toEqual({
      minutes: '5',
      only: 'a b',
      write: true,
      keep: false,
    });
  });

  test.each([['--help'], ['-h']])('%s asks for the usage alone', (word) => {
    expect(parseFlags(flags, ['--write', word])).toBeNull();
  });

  test.each([[['--loud']], [['--minutes']], [['stray']]])('%j is refused, and said what is wrong', (words) => {
    expect(() => parseFlags(flags, words)).toThrow(FlagError);
    expect(() => parseFlags(flags, words)).toThrow((words[0] ?? '').replace(/^--/, ''));
  });

  test('are shown with what they do and what they are otherwise', () => {
    expect(usageOf('npm run thing', flags)).toBe(
      [
        'Usage: npm run thing',
        '  --minutes VALUE  how long (20)',
        '  --only VALUE     which ones',
        '  --write          write the page',
        '  --no-keep        throw it away',
      ].join('\n'),
    );
  });
});
