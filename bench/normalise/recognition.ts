import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { projectFile } from '../../shared/project-file.js';
import { boardAtPage } from '../../worker/recognise/known-boards.js';
import { parseAddress, recogniseAddress } from '../../worker/recognise/recognise-address.js';
import type { Bench, BenchRow } from '../bench.js';

/** A public list of boards beside the project: a CSV with the columns `system` and `address`. */
const candidates = ['../shared/boards/boards.csv', '../../shared/boards/boards.csv'];

/** Systems with fewer boards are counted together. */
const fewestBoards = 5;

/** Systems whose pages have a mark that tells them. */
const markedSystems = new Set(['eightfold', 'phenom']);

type Row = { system: string; address: string };
type Counts = { all: number; found: number; kinds: Map<string, number> };

/** How many addresses of a list of companies' boards are recognised without a request, by the system that the list names. */
export const recognition: Bench = {
  title: 'Recognising boards by their addresses',
  how: `A public list of companies’ boards (colophon-group/jobseek, August 2026), which is not part of the repository; systems as its maker names them. “dom”, “rss”, “sitemap”, “api_sniffer”, “nextdata” and “inline” are ways of reading, mostly on hosts of the companies’ own, whose pages have to be read to tell the system. Systems with fewer than ${fewestBoards} boards are counted together. “By the record” are addresses that tell no system, and of which the list's origin records how the board there is read, so that the catalogue names its own address (shared/catalogue/boards.csv, “pages”); and boards on Eightfold and Phenom, whose pages have a mark. The pages themselves are not read here.`,
  async run() {
    const file = candidates.map((path) => resolve(projectFile('.'), path)).find((path) => existsSync(path));
    if (file === undefined)
      throw new Error('The list of boards is not beside the project: ../shared/boards/boards.csv.');
    const { data } = Papa.parse<Row>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true });
    const systems = new Map<string, Counts>();
    const before = process.cpuUsage();
    const kinds = data.map(({ address }) => recogniseAddress(address)?.kind.kind ?? null);
    const { user, system } = process.cpuUsage(before);
    for (const [at, row] of data.entries()) add(systems, row.system, kinds[at] ?? null);
    const recorded = data.filter((row, at) => kinds[at] === null && isRecorded(row));
    return rowsOf(systems, { ms: (user + system) / 1000, boards: data.length, recorded: recorded.length });
  },
};

function isRecorded({ system, address }: Row): boolean {
  const url = parseAddress(address);
  return markedSystems.has(system) || (url !== null && boardAtPage(url) !== null);
}

function add(systems: Map<string, Counts>, system: string, kind: string | null): void {
  const counts = systems.get(system) ?? { all: 0, found: 0, kinds: new Map() };
  systems.set(system, counts);
  counts.all += 1;
  if (kind === null) return;
  counts.found += 1;
  counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
}

function rowsOf(
  systems: ReadonlyMap<string, Counts>,
  { ms, boards, recorded }: { ms: number; boards: number; recorded: number },
): BenchRow[] {
  const rows = [...systems].sort((a, b) => b[1].all - a[1].all);
  const large = rows.filter(([, { all }]) => all >= fewestBoards);
  const small = rows.filter(([, { all }]) => all < fewestBoards).map(([, counts]) => counts);
  const sum = (list: readonly Counts[]): Counts => ({
    all: list.reduce((total, { all }) => total + all, 0),
    found: list.reduce((total, { found }) => total + found, 0),
    kinds: new Map(),
  });
  const row = (id: BenchRow['id'], work: string, { all, found, kinds }: Counts): BenchRow => ({
    ...{ id, work, against: `${all} boards`, ratio: `${((100 * found) / all).toFixed(1)} %`, target: null, met: null },
    ours: `${found} recognised${kinds.size < 2 ? '' : `, of ${kinds.size} kinds`}`,
  });
  const all = sum(rows.map(([, counts]) => counts));
  return [
    row('recognition/all', `all addresses, ${((1000 * ms) / boards).toFixed(0)} µs of CPU each`, all),
    row('recognition/recorded', 'addresses, and by the record', { ...all, found: all.found + recorded }),
    ...large.map(([system, counts]) => row(`recognition/system@${system}`, system, counts)),
    row('recognition/small', `${small.length} further systems`, sum(small)),
  ];
}
