/** The first start on a terminal: asks for boards, writes them to the sources file, and opens the browser. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { industriesOf, pickBoards, readKnownBoards } from '../shared/catalogue/known-boards.js';
import { readConfig } from '../shared/config.js';
import { ownSourcesFile } from '../shared/data-dir.js';

/** Answers that name no boards of the catalogue: none, to choose in the browser, and the demo boards. */
const [inBrowser, demo] = ['none', 'demo'];

/** Industries offered by number. */
const mostOffered = 9;

/** Whether no earlier start has chosen the boards, nor does a setting. */
export function isFirstStart(environment: NodeJS.ProcessEnv): boolean {
  const config = readConfig(environment);
  return config.SOURCES === '' && config.ROLE !== 'api' && !existsSync(ownSourcesFile(config));
}

/** Asks until the answer names boards; the end of the input, or an empty answer, leaves the choice to the browser. */
export async function askForBoards(input: Readable, output: Writable): Promise<string> {
  const known = readKnownBoards();
  const industries = industriesOf(known).slice(0, mostOffered);
  const rows = industries.map((industry, at) => {
    const count = known.filter((board) => board.industry === industry).length;
    return `  ${at + 1}      ${industry} (${count.toLocaleString('en')} boards)`;
  });
  const choices = ['  Enter  choose in the browser', ...rows, `  ${demo}   a demo board, whose jobs are invented`];
  output.write(`Which boards should be read?\n${choices.join('\n')}\n`);
  const lines = createInterface({ input, output });
  try {
    lines.setPrompt('A number, or industries, countries and companies, divided by commas: ');
    lines.prompt();
    for await (const line of lines) {
      const answer = industries[Number(line) - 1] ?? line.trim();
      if (answer === '') return inBrowser;
      if (answer === demo || answer === inBrowser) return answer;
      const { boards, unknown } = pickBoards(known, answer);
      if (unknown.length === 0 && boards.length > 0) return answer;
      output.write(`The catalogue has no ${unknown.join(', ') || 'board that meets all of this'}.\n`);
      lines.prompt();
    }
    return inBrowser;
  } finally {
    lines.close();
  }
}

/** Writes a choice of boards to a sources file that has none; `addBoards` adds catalogue boards. Returns lines. */
export async function noteChoice(
  terms: string,
  file: string,
  addBoards: ((terms: string, file: string) => Promise<readonly string[]>) | null,
): Promise<readonly string[]> {
  if (terms === inBrowser && !existsSync(file)) writeFileSync(file, '{ "sources": [] }\n');
  return terms === inBrowser || terms === demo ? [] : ((await addBoards?.(terms, file)) ?? []);
}

/** Opens an address in this desktop's browser, if there is one. */
export function openInBrowser(url: string, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): void {
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return;
  const program = new Map([
    ['darwin', 'open'],
    ['win32', 'explorer'],
  ]).get(process.platform);
  const child = spawn(program ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  // The address is printed, too.
  child.once('error', () => undefined).unref();
}
