import { CommandError } from '../../shared/cli/arguments.js';
import { type Draft, idOfBoard, nameEntry, type SourceEntry } from '../recognise/entry.js';
import { type FoundSource, findSource } from '../recognise/find-source.js';
import type { PageReader } from '../recognise/get-page.js';
import { type ProbedBoard, probeNames } from '../recognise/probe-names.js';
import { parseAddress } from '../recognise/recognise-address.js';
import { siteOf } from '../recognise/recognise-page.js';
import { site } from '../sources/kinds/site.js';
import { createPageReader } from '../threads/read-in-threads.js';
import { confirm, type OpenedFile, openFile, print, saveFile, type Tools, tryEntry, withTools } from './open-tools.js';

// The commands add and find: finding, testing and writing the source of an address or a company.

export type AddOptions = { file: string; yes: boolean; dryRun: boolean; examples: readonly string[] };

/** Limit of finding one source. */
const findMs = 120_000;

/** Finds the source of an address, tests it, shows its entry and writes it. Returns the exit code. */
export async function addCommand(address: string, options: AddOptions): Promise<number> {
  const opened = await openFile(options.file);
  return withTools(opened.sources, async (tools) => {
    const reader = readerOf(tools);
    const [first, second] = options.examples;
    if (first !== undefined && second !== undefined)
      return offer(await byExamples(address, [first, second], reader), { opened, options, tools });
    return offer(await findSource(address, reader), { opened, options, tools });
  });
}

/** Finds the source of a company by its site or its name. Returns the exit code. */
export async function findCommand(company: string, options: AddOptions): Promise<number> {
  const opened = await openFile(options.file);
  return withTools(opened.sources, async (tools) => {
    const reader = readerOf(tools);
    const url = parseAddress(company);
    const isSite = url?.hostname.includes('.') === true;
    if (isSite) {
      const found = await findSource(url.href, reader);
      if (found.draft !== null) return offer(found, { opened, options, tools });
      print(found.missing);
    }
    const name = isSite ? siteOf(url.href) : company;
    print(`Boards named like "${name}":`);
    const { lines, finding } = chooseProbed(await probeNames(name, reader));
    for (const line of lines) print(line);
    return offer(finding, { opened, options, tools });
  });
}

const readerOf = ({ access, threads }: Tools): PageReader =>
  createPageReader(threads, { ...access, signal: AbortSignal.timeout(findMs) });

async function byExamples(
  address: string,
  examples: readonly [string, string],
  reader: PageReader,
): Promise<FoundSource> {
  const url = parseAddress(address);
  if (url === null) throw new CommandError(`"${address}" is not an address.`);
  const page = await reader.get({ url: url.href, accept: 'page' });
  const list = await reader.describeList(page, examples);
  if (list === null)
    return {
      draft: null,
      missing:
        'The page has no repeated structure around these two postings: copy their titles as the page shows them, or their addresses.',
    };
  const { item, fields, count, first } = list;
  for (const { title, url: own, places } of first) print(`  ${title} | ${places[0]?.text ?? '–'} | ${own}`);
  if (count > first.length) print(`  … and ${count - first.length} more`);
  return {
    draft: { kind: site, settings: { pages: [page.url], item, fields } },
    how: `${count} postings of the same structure`,
  };
}

type Offer = { opened: OpenedFile; options: AddOptions; tools: Tools };

async function offer(found: FoundSource, { opened, options, tools }: Offer): Promise<number> {
  if (found.draft === null) {
    print(found.missing);
    return 1;
  }
  const known = knownAs(found.draft, opened);
  if (known !== null) {
    print(`It is in ${opened.file} already, as "${known}".`);
    return 0;
  }
  const entry: SourceEntry = nameEntry(found.draft, new Set(opened.entries.map(({ id }) => id)));
  print(`Found by ${found.how}:`);
  print(`  ${JSON.stringify(entry)}`);
  const { works, sentence } = await tryEntry(entry, tools);
  print(sentence);
  if (!works) {
    print('It was not written.');
    return 1;
  }
  if (options.dryRun || !(await confirm(`Write it into ${opened.file}?`, options.yes))) return 0;
  // The file may have been edited since.
  const { entries } = await openFile(opened.file);
  await saveFile(opened.file, [...entries, entry]);
  print(`Written into ${opened.file} as "${entry.id}".`);
  return 0;
}

function knownAs(draft: Draft, { sources }: OpenedFile): string | null {
  const id = idOfBoard(draft);
  return sources.find(({ kind, settings }) => idOfBoard({ kind, settings }) === id)?.id ?? null;
}

/**
 * Describes the boards found under a company's likely names, one line each, and chooses one: the one with postings,
 * otherwise the first existing one.
 */
export function chooseProbed(boards: readonly ProbedBoard[]): { lines: string[]; finding: FoundSource } {
  const lines = boards.map(describe);
  const best = boards.find(({ state }) => state === 'living') ?? boards[0];
  if (best === undefined)
    return { lines, finding: { draft: null, missing: '  none. Give the address of the careers page with "add".' } };
  const draft = { kind: best.kind, settings: best.settings };
  return { lines, finding: { draft, how: 'a likely name: look whether it is the company' } };
}

function describe({ kind, settings, state, postings, company }: ProbedBoard): string {
  const name = String(Object.values(settings)[0]);
  const whose = company === null ? '' : `, of ${company}`;
  const what = state === 'living' ? `${postings} postings on its first page${whose}` : 'exists, without postings';
  return `  ${kind.kind} ${name}: ${what}`;
}
