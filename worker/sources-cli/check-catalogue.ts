import { readFile, writeFile } from 'node:fs/promises';
import {
  boardRemarks,
  catalogueFile,
  formatKnownBoards,
  parseKnownBoards,
} from '../../shared/catalogue/known-board.js';
import { CommandError } from '../../shared/cli/command-error.js';
import { projectFile } from '../../shared/project-file.js';
import { type AskedBoard, askBoard, asSources } from '../catalogue/ask-boards.js';
import { describePlan, many, planReading } from '../catalogue/plan-reading.js';
import { hostOf } from '../sources/fresh-times.js';
import { forEachByHost } from './for-each-by-host.js';
import { withTools } from './open-tools.js';
import { print, showProgress } from './output.js';

/** Boards that are asked at the same time, in all and on one host; each keeps to the pace of its host besides. */
const atOnce = 16;
const perHost = 2;

/** `file`: a catalogue; `null` = that of the repository. `prune`: leave boards out of it that are gone, that their owners forbid to read, or that no kind reads. */
type CatalogueCheck = { file: string | null; prune: boolean };

/** Asks every board of a catalogue for its first page, and lists those to leave out. Returns the exit code: 1 when any stay there. */
export async function checkCatalogueCommand({ file, prune }: CatalogueCheck): Promise<number> {
  const opened = await openCatalogue(file);
  const asked = asSources(parseKnownBoards(opened.text));
  print(describePlan(planReading(asked.flatMap(({ source }) => source ?? []))));
  const counts = { there: 0, gone: 0, forbidden: 0, failed: 0, unread: 0 };
  const left = new Set<AskedBoard>();
  await withTools([], async ({ access }) => {
    let done = 0;
    const host = ({ source }: AskedBoard): string => (source === null ? '' : hostOf(source));
    await forEachByHost(asked, { atOnce, perHost, hostOf: host }, async (each) => {
      const state = await askBoard(each, access);
      counts[state] += 1;
      done += 1;
      showProgress(null);
      if (state !== 'there' && state !== 'failed') {
        left.add(each);
        print(`${(state === 'unread' ? 'not read' : state).padEnd(9)}  ${each.board.name}: ${each.board.board}`);
      }
      showProgress(done, asked.length, each.board.name);
    });
    showProgress(null);
  });
  print(
    `${many(asked.length, 'board')}: ${counts.there} answer, ${counts.gone} are gone, ${counts.forbidden} are forbidden by robots.txt, ${counts.failed} could not be asked, ${counts.unread} no kind reads.`,
  );
  if (left.size === 0) return 0;
  if (!prune) {
    print(
      `With --prune ${left.size === 1 ? 'the one listed is' : `the ${left.size} listed are`} left out of ${opened.path}.`,
    );
    return 1;
  }
  const kept = asked.flatMap((each) => (left.has(each) ? [] : each.board));
  await writeFile(opened.path, formatKnownBoards(boardRemarks(opened.text), kept));
  print(`${many(left.size, 'board')} left out of ${opened.path}.`);
  return 0;
}

/** A catalogue's text, and where it is: in the repository, or beside the code of an installed package. */
export async function openCatalogue(file: string | null): Promise<{ path: string; text: string }> {
  const paths = file === null ? [projectFile('shared/catalogue/boards.csv'), catalogueFile()] : [file];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return { path, text };
  }
  throw new CommandError(`There is no file ${paths[0]}.`);
}
