import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { CommandError, type OptionType, parseArguments, readCommandName } from '../../shared/cli/arguments.js';
import { readConfig } from '../../shared/config.js';
import { ownSourcesFile } from '../../shared/data-dir.js';
import { projectFile } from '../../shared/project-file.js';
import { commonRows, settingsOf, sourcesDocument } from '../sources/config/describe-kinds.js';
import { sourceKinds } from '../sources/kinds/source-kinds.js';
import { addCommand, findCommand } from './add-command.js';
import { catalogueCommand, mergeCommand } from './catalogue-command.js';
import { checkCatalogueCommand, checkCommand, checkKindsCommand } from './check-command.js';
import { listCommand, type PausedSources, pauseCommand, removeCommand } from './edit-commands.js';
import { importCommand } from './import-command.js';
import { print } from './open-tools.js';

const usage = `Usage: npx job-search sources COMMAND [--file FILE]

  add ADDRESS      find the source of a careers page, a board or a posting; try it, show it, write it
  find COMPANY     the same from a company's site or name (acme.com, "Acme Robotics")
  import LIST      text, CSV or JSON with one board, address or company a line
  catalogue TERMS  boards of the catalogue: "all", industries, sizes, countries, companies, divided by commas
  check [FILE]     read a few postings of every source; with --catalogue, ask every board of the catalogue
                   (FILE: another one) and list those that are gone; with --kinds, read one board of every kind
                   (--kind KIND: of one) and print a table to paste into an issue
  list             the sources of the file
  remove ID, pause ID, resume ID
  pause, resume    with --kind KIND or --all: several at once
  kinds            the kinds of source and their settings
  document         write docs/reference/sources.md

  --file FILE      the sources file; SOURCES, sources.json or the one in DATA_DIR unless given
  --yes            write without asking
  --dry-run        show, do not write
  --offline        import: without requests
  --add            catalogue: write the boards into the sources file
  --prune          check --catalogue: leave those that are gone or forbidden out of its file, for maintainers
  --from CSV       catalogue: add the boards of a list to the catalogue itself, for maintainers
  --first TITLE --second TITLE
                   add: two postings of the page, by title or address, from which selectors are proposed

A running service takes changes of its sources file up by itself.`;

const options: Record<string, OptionType> = {
  help: { type: 'boolean', short: 'h' },
  file: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  offline: { type: 'boolean' },
  add: { type: 'boolean' },
  catalogue: { type: 'boolean' },
  kinds: { type: 'boolean' },
  prune: { type: 'boolean' },
  from: { type: 'string' },
  kind: { type: 'string' },
  all: { type: 'boolean' },
  first: { type: 'string' },
  second: { type: 'string' },
};

const commands = [
  'add',
  'find',
  'import',
  'catalogue',
  'check',
  'list',
  'remove',
  'pause',
  'resume',
  'kinds',
  'document',
] as const;

/** The sources file read by a service started here; without one, sources.json in the current folder. */
function usualFile(): string {
  const config = readConfig();
  const ofService = ownSourcesFile(config);
  return config.SOURCES || (!existsSync('sources.json') && existsSync(ofService) ? ofService : 'sources.json');
}

function kinds(): number {
  for (const kind of sourceKinds) {
    print(`${kind.kind}: ${kind.summary}`);
    for (const { name, required, fallback, about } of settingsOf(kind))
      print(`    ${name}${required ? ' (required)' : ''}${fallback === null ? '' : ` = ${fallback}`}: ${about}`);
  }
  print('Every kind also accepts:');
  for (const { name, about } of commonRows()) print(`    ${name}: ${about}`);
  return 0;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, words } = parseArguments(args, options);
  const { command, subject } = readCommandName(words, commands);
  if (values.has('help')) {
    print(usage);
    return 0;
  }
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const file = text('file') ?? usualFile();
  const examples = [text('first'), text('second')].flatMap((each) => each ?? []);
  if (examples.length === 1) throw new CommandError('Selectors need two postings: give --first and --second.');
  const flags = { file, yes: values.get('yes') === true, dryRun: values.get('dry-run') === true, examples };
  const flag = (name: string): boolean => values.get(name) === true;
  if (flag('prune') && !flag('catalogue')) throw new CommandError('--prune belongs to check --catalogue.');
  const needed = (): string => {
    if (subject === undefined) throw new CommandError(usage);
    return subject;
  };
  const chosen = (): PausedSources => {
    const kind = text('kind');
    const given = [subject, kind, flag('all') || undefined].filter((each) => each !== undefined);
    if (given.length > 1) throw new CommandError('Give one of an id, --kind KIND and --all.');
    if (flag('all')) return 'all';
    return kind === undefined ? { id: needed() } : { kind };
  };
  const from = text('from');
  const runs: Record<(typeof commands)[number], () => number | Promise<number>> = {
    add: () => addCommand(needed(), flags),
    find: () => findCommand(needed(), flags),
    import: () => importCommand(needed(), { ...flags, offline: flag('offline') }),
    catalogue: () =>
      from === undefined ? catalogueCommand(needed(), { ...flags, add: flag('add') }) : mergeCommand(from),
    check: () =>
      flag('kinds')
        ? checkKindsCommand(subject ?? null, text('kind') ?? null)
        : flag('catalogue')
          ? checkCatalogueCommand({ file: subject ?? null, prune: flag('prune') })
          : checkCommand(subject ?? file),
    list: () => listCommand(subject ?? file),
    remove: () => removeCommand(needed(), file),
    pause: () => pauseCommand(chosen(), file, true),
    resume: () => pauseCommand(chosen(), file, false),
    kinds,
    document,
  };
  if (command === undefined) throw new CommandError(usage);
  return runs[command]();
}

/** Writes docs/reference/sources.md. */
async function document(): Promise<number> {
  await writeFile(projectFile('docs/reference/sources.md'), sourcesDocument(sourceKinds));
  return 0;
}

// A reader that has seen enough ("| head") ends the command.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Entry point of `npx job-search sources`. Exit codes: 0 = done, 1 = nothing was found, or a source returned no postings, 2 = an invalid command or file. */
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
