import { describe, expect, test } from '@jest/globals';
import { CommandError, parseArguments, readCommandName } from '../../../shared/cli/arguments.js';

const options = { plan: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

describe('parseArguments', () => {
  test('separates options from other arguments', () => {
    const { values, words } = parseArguments(['a', '--plan', 'pro', '--no-json', '-h', '--', '--b'], options);
    expect([...values]).toEqual([
      ['plan', 'pro'],
      ['json', false],
      ['help', true],
    ]);
    expect(words).toEqual(['a', '--b']);
  });

  test.each<[string[], string]>([
    [['--pln', 'pro'], 'There is no option --pln. Did you mean --plan?'],
    [['--constructor'], 'There is no option --constructor.'],
    [['-x'], 'There is no option -x.'],
    [['--no-plan'], 'There is no option --no-plan.'],
    [['--json=yes'], '--json takes no value.'],
    [['--plan'], '--plan needs a value.'],
    [['--plan', '--json'], '--plan needs a value.'],
  ])('rejects %j with the option at fault', (args, sentence) => {
    expect(() => parseArguments(args, options)).toThrow(CommandError);
    expect(() => parseArguments(args, options)).toThrow(sentence);
  });
});

describe('readCommandName', () => {
  test('returns the command and its argument', () => {
    expect(readCommandName(['list'], ['list', 'revoke'])).toEqual({ command: 'list', subject: undefined });
    expect(readCommandName(['revoke', 'a'], ['list', 'revoke'])).toEqual({ command: 'revoke', subject: 'a' });
    expect(readCommandName([], ['list'])).toEqual({ command: undefined, subject: undefined });
  });

  test('rejects an unknown command with the nearest known one, and surplus arguments', () => {
    expect(() => readCommandName(['revke'], ['list', 'revoke'])).toThrow(
      'There is no command "revke". Did you mean revoke? Commands: list, revoke.',
    );
    expect(() => readCommandName(['list', 'a', 'b'], ['list'])).toThrow('Unexpected argument "b".');
  });
});
