import { CommandError } from '../../shared/cli/command-error.js';
import { type Checked, checkedFacts, checkSource } from '../collect/check-sources.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { hostOf } from '../sources/fresh-times.js';
import type { Source } from '../sources/source.js';
import { forEachByHost } from './for-each-by-host.js';
import { withTools } from './open-tools.js';
import { print, showProgress } from './output.js';
import { openFile } from './sources-store.js';

/** Sources that are read at the same time, in all and on one host; each keeps to the pace of its host besides. */
const atOnce = 16;
const perHost = 2;

/** Tests every source of a file that is not paused, and prints each when it has been read. Returns the exit code. */
export async function checkCommand(file: string): Promise<number> {
  const { entries } = await openFile(file);
  const sources = readStrictly(JSON.stringify({ sources: entries }), file).filter(({ isPaused }) => isPaused !== true);
  const paused = entries.length - sources.length;
  const width = Math.max(6, ...sources.map(({ id }) => id.length));
  let failed = 0;
  await withTools(sources, async ({ access, threads }) => {
    print(`${'source'.padEnd(width)}  postings  ${checkedFacts.map((fact) => fact.padStart(9)).join(' ')}   seconds`);
    let done = 0;
    showProgress(done, sources.length);
    await forEachByHost(sources, { atOnce, perHost, hostOf }, async (source) => {
      const checked = await checkSource(source, { access, threads, now: new Date() });
      showProgress(null);
      print(row(checked, width));
      if (checked.trouble !== null) print(`${' '.repeat(width)}  ${checked.trouble}`);
      if (checked.trouble !== null && checked.postings === 0) failed += 1;
      done += 1;
      showProgress(done, sources.length, source.id);
    });
    showProgress(null);
  });
  print(
    `${sources.length - failed} of ${sources.length} sources returned postings.${paused > 0 ? ` ${paused} paused.` : ''}`,
  );
  return failed > 0 ? 1 : 0;
}

/** As at the start of the service: a value of the environment that is missing is a mistake. */
function readStrictly(text: string, file: string): Source[] {
  try {
    return readSourcesFile(text, file);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function row({ id, postings, more, filled, tookMs }: Checked, width: number): string {
  const facts = checkedFacts.map((fact) => (postings === 0 ? '–' : `${filled[fact]} %`).padStart(9)).join(' ');
  return `${id.padEnd(width)}  ${`${postings}${more ? '+' : ''}`.padStart(8)}  ${facts}   ${(tookMs / 1000).toFixed(1)}`;
}
