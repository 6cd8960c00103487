import { describe, expect, test } from '@jest/globals';
import { CommandError, parseFlags, usageOf } from '../../../shared/cli/arguments.js';

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

  test('are parsed', () => {
    expect(parseFlags(flags, ['--minutes', '5', '--only=a b', '--write', '--no-keep'])).toEqual({
      minutes: '5',
      only: 'a b',
      write: true,
      keep: false,
    });
  });

  test.each([['--help'], ['-h']])('%s requests the help text', (word) => {
    expect(parseFlags(flags, ['--write', word])).toBeNull();
  });

  test.each([[['--loud']], [['--minutes']], [['stray']]])('%j is rejected with the argument at fault', (words) => {
    expect(() => parseFlags(flags, words)).toThrow(CommandError);
    expect(() => parseFlags(flags, words)).toThrow((words[0] ?? '').replace(/^--/, ''));
  });

  test('are listed with their meaning and default', () => {
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
