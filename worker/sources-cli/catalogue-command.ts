import { readFile, writeFile } from 'node:fs/promises';
import {
  boardRemarks,
  catalogueCountryName,
  formatKnownBoards,
  industriesOf,
  type KnownBoard,
  parseKnownBoards,
  pickBoards,
  readKnownBoards,
  withoutDemo,
} from '../../shared/catalogue/known-boards.js';
import { CommandError } from '../../shared/cli/arguments.js';
import { alignColumns } from '../../shared/cli/columns.js';
import { describePlan, many, newEntries, planEntries } from '../catalogue/board-entries.js';
import { mergeList } from '../catalogue/merge-list.js';
import { draftOf } from '../recognise/known-boards.js';
import { openCatalogue } from './check-command.js';
import { confirm, openFile, print, saveFile } from './open-tools.js';

export type CatalogueOptions = { file: string; add: boolean; yes: boolean; dryRun: boolean };

/** Maximum boards listed without `--add`. */
const mostListed = 200;

/** Lists the catalogue boards chosen by a list of terms, and with `add` writes them. Returns the exit code. */
export async function catalogueCommand(terms: string, options: CatalogueOptions): Promise<number> {
  const boards = chooseBoards(terms);
  const opened = await openFile(options.file);
  const { added, present } = newEntries(boards, opened.sources);
  if (!options.add) for (const line of rowsOf(boards, new Set(present))) print(line);
  const held = present.length === 0 ? 'none' : present.length.toLocaleString('en');
  print(`${many(boards.length, 'board')} of the catalogue, ${held} of them in ${options.file}.`);
  if (added.length === 0) return 0;
  print(describePlan(planEntries(added)));
  if (!options.add) print('With --add they are written into the sources file.');
  if (!options.add || options.dryRun) return 0;
  if (!(await confirm(`Write ${many(added.length, 'board')} into ${options.file}?`, options.yes))) return 0;
  const { entries } = await openFile(options.file);
  await saveFile(options.file, withoutDemo([...entries, ...added]));
  print(`Written into ${options.file}.`);
  return 0;
}

/** Writes the boards chosen by a list of terms into the sources file of a start. Returns lines to print. */
export async function addBoards(terms: string, file: string): Promise<string[]> {
  const { sources, entries } = await openFile(file);
  const boards = chooseBoards(terms);
  const { added, present } = newEntries(boards, sources);
  const held = present.length === 0 ? '' : `, ${present.length.toLocaleString('en')} of them in use already`;
  const said = `${many(boards.length, 'board')} of the catalogue${held}.`;
  if (added.length === 0) return [said];
  await saveFile(file, withoutDemo([...entries, ...added]));
  return [said, describePlan(planEntries(added)), `They are in ${file}; SOURCES may name another file.`];
}

/** The boards chosen by terms; throws a CommandError that names terms not in the catalogue. */
function chooseBoards(terms: string): KnownBoard[] {
  const all = readKnownBoards();
  const { boards, unknown } = pickBoards(all, terms);
  if (unknown.length > 0)
    throw new CommandError(
      `The catalogue has no industry, size, country or company "${unknown.join('", "')}". Industries: ${industriesOf(all).join(', ')}. Sizes: 1-10 … 10000+.`,
    );
  if (boards.length === 0) throw new CommandError('No board of the catalogue meets all of this: leave one out.');
  return boards;
}

function rowsOf(boards: readonly KnownBoard[], present: ReadonlySet<KnownBoard>): string[] {
  const rows = boards
    .slice(0, mostListed)
    .map((each) => [
      each.name.slice(0, 40),
      each.industry ?? '',
      each.size ?? '',
      each.country === null ? '' : catalogueCountryName(each.country),
      draftOf(each)?.draft.kind.kind ?? 'not read',
      present.has(each) ? 'in the file' : '',
    ]);
  const more = boards.length - rows.length;
  return [
    ...alignColumns([['company', 'industry', 'employees', 'country', 'kind', ''], ...rows]),
    ...(more > 0 ? [`… and ${many(more, 'board')} more.`] : []),
  ];
}

/** Adds the boards of a CSV to the catalogue of the repository. Returns the exit code. */
export async function mergeCommand(list: string): Promise<number> {
  const text = await readFile(list, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${list}.`);
  });
  const catalogue = await openCatalogue(null);
  const { boards, added, present, left } = mergeList(parseKnownBoards(catalogue.text), text);
  await writeFile(catalogue.path, formatKnownBoards(boardRemarks(catalogue.text), boards));
  print(
    `${many(added, 'board')} added to ${catalogue.path}, ${present} there already, ${left} without a matching kind.`,
  );
  return 0;
}
