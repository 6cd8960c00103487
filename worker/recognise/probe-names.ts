import { sourceKinds } from '../sources/kinds/source-kinds.js';
import {
  type CommonSettings,
  type ParsedPage,
  SourceError,
  type SourceFailure,
  type SourceKind,
} from '../sources/source.js';
import type { Draft } from './entry.js';
import { orFailure, type PageReader } from './get-page.js';

/**
 * A board that answers to a likely name. `postings` are those of its first page; `company`: its owner according to
 * them. `empty` = the board exists without postings, since unused names are answered in another way.
 */
export type ProbedBoard = Draft & { state: 'living' | 'empty'; postings: number; company: string | null };

/** Likely names of a company's boards. */
export function likelyNames(company: string): string[] {
  const words = company
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\b(?:inc|ltd|llc|gmbh|ag|sa|bv|plc|corp|co)\b/g, '')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  return [...new Set([words.join(''), words.join('-')])].filter((name) => name.length > 1 && name.length <= 60);
}

/** An unused name. Some systems answer to every name with an empty list. */
const nobody = 'no-such-company-7q4x';

/**
 * Failures that mean a name is unused. Others, such as a timeout or a request limit, are inconclusive, and after one a
 * board without postings is not attributed to a company.
 */
const absences: ReadonlySet<SourceFailure> = new Set(['gone', 'refused', 'changed']);

/** Tries a company's likely names in each system whose boards are found by one name, until one has postings. */
export async function probeNames(company: string, reader: ProbingReader): Promise<ProbedBoard[]> {
  const boards: ProbedBoard[] = [];
  const names = likelyNames(company);
  for (const { kind, setting } of probedKinds()) {
    for (const name of names) {
      const board = await probe(kind, { setting, name, reader });
      if (board === null) continue;
      boards.push(board);
      break;
    }
    if (boards.some(({ state }) => state === 'living')) break;
  }
  return boards;
}

/** Kinds whose boards are identified by a single setting, in the order of the registry. */
function probedKinds(): { kind: SourceKind; setting: string }[] {
  return sourceKinds.flatMap((kind) => {
    const names = (kind.addresses ?? []).flatMap((rule) => {
      const found = typeof rule === 'string' ? [...rule.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : [];
      return found.length === 1 ? found : [];
    });
    const [setting] = names;
    if (setting === undefined || setting.startsWith('_')) return [];
    return kind.settings.safeParse({ id: 'x', kind: kind.kind, [setting]: nobody }).success ? [{ kind, setting }] : [];
  });
}

type ProbingReader = Pick<PageReader, 'get' | 'parse'>;
type Probe = { setting: string; name: string; reader: ProbingReader };

async function probe(kind: SourceKind, { setting, name, reader }: Probe): Promise<ProbedBoard | null> {
  const page = await firstPage(kind, { setting, name, reader });
  if (page instanceof SourceError) return null;
  const postings = page.postings.length > 0 ? page.postings.length : page.follow.filter(isDetail).length;
  const company = page.postings[0]?.company.name ?? null;
  const draft: Draft = { kind, settings: { [setting]: name } };
  if (postings > 0) return { ...draft, state: 'living', postings, company };
  const other = await firstPage(kind, { setting, name: nobody, reader });
  const isToldApart = other instanceof SourceError && absences.has(other.failure);
  return isToldApart ? { ...draft, state: 'empty', postings: 0, company: null } : null;
}

const isDetail = ({ role }: ParsedPage['follow'][number]): boolean => role === 'detail';

/** The first page of a board, or why it is unavailable. */
async function firstPage(kind: SourceKind, { setting, name, reader }: Probe): Promise<ParsedPage | SourceError> {
  const settings = kind.settings.safeParse({ id: 'x', kind: kind.kind, [setting]: name });
  if (!settings.success) return new SourceError('broken', `No board of ${kind.kind} has such a name.`);
  const chosen: CommonSettings = settings.data;
  const [request] = kind.requests(chosen, {});
  if (request === undefined) return new SourceError('broken', `${kind.kind} makes no request.`);
  const response = await orFailure(reader.get(request));
  if (response instanceof SourceError) return response;
  // An unused name often leads to the system's front page.
  if (new URL(response.url).host !== new URL(request.url).host)
    return new SourceError('gone', `It leads to ${new URL(response.url).host}.`);
  return orFailure(reader.parse({ kind, settings: chosen }, { response, request }));
}
