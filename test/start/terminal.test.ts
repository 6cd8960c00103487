import { expect, test } from '@jest/globals';
import { createTerminal } from '../../start/board-display.js';

function terminal(isTTY: boolean, environment: NodeJS.ProcessEnv = {}, columns = 80) {
  const written: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { ...createTerminal(stream, environment), written };
}

test('a line is written above the status line, which stays', () => {
  const { say, status, written } = terminal(true);
  say('one');
  status('[#--]');
  say('two');
  status('[##-]');
  status(null);
  status(null);
  say('three');
  const clear = '\r\u001b[K';
  expect(written).toEqual(['one\n', `${clear}[#--]\r`, `${clear}two\n[#--]\r`, `${clear}[##-]\r`, clear, 'three\n']);
});

test.each([
  ['a pipe', false, {}],
  ['a dumb terminal', true, { TERM: 'dumb' }],
])('%s gets lines alone', (_, isTTY, environment) => {
  const { say, status, columns, written } = terminal(isTTY, environment);
  status('[#--]');
  say('one');
  status(null);
  expect(written).toEqual(['one\n']);
  expect(columns()).toBeNull();
});

test('a terminal that does not know its width has 80 columns', () => {
  expect(terminal(true, {}, 0).columns()).toBe(80);
  expect(terminal(true, {}, 120).columns()).toBe(120);
});
