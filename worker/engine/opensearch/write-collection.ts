/** Writes a collection into the index, deciding which of all indexed postings are one opening. */
import { writeDocuments } from '../../../shared/cluster/cluster.js';
import type { Turn } from '../../../shared/redis/turns.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { findPairs } from '../../match/dedupe/find-pairs.js';
import type { CollectionRef } from '../../match/segment/segment-files.js';
import { runCooperatively } from '../../process/cooperative.js';
import { keyText, openingsOf, preparingPostings } from './opening-document.js';
import { type FoundOpening, findOpenings, type Index } from './openings.js';
import type { StoredPosting } from './stored-posting.js';

/** Values in one query: an index accepts 65,536. */
const valuesAtOnce = 20_000;

/**
 * Replaces a collection in the index, including the openings that this joins or splits, and records its version; a
 * collection without `jobs` is removed. Unchanged parts are not written again. Everything is visible when it resolves.
 */
export async function indexCollection(
  index: Index & { turn: Turn },
  { key, version, source, isBoard = false }: CollectionRef,
  jobs: readonly HeldJob[] | null,
): Promise<void> {
  const { cluster, names } = index;
  const next = await runCooperatively(preparingPostings({ key, source, isBoard }, jobs ?? []));
  await index.turn(async () => {
    // Makes the writes of an interrupted writer visible, too.
    await refresh(index);
    await replacePostings(index, key, next);
    const path = `/${names.collections}/_doc/${key}`;
    if (jobs === null) await cluster.ask({ method: 'DELETE', path });
    else await cluster.ask({ method: 'PUT', path, body: { key, version, isBoard } });
  });
}

const refresh = ({ cluster, names }: Index): Promise<unknown> =>
  cluster.ask({ method: 'POST', path: `/${names.openings}/_refresh` });

/** Replaces the postings of a collection, and writes the openings that have changed. */
async function replacePostings(index: Index, key: string, next: ReadonlyMap<string, StoredPosting>): Promise<void> {
  const having = await findHaving(index, 'collections', [key], 0);
  const parts = having.flatMap((opening) => opening.parts.filter(({ collection }) => collection === key));
  const before = new Map(parts.map(({ name, content }) => [name, content]));
  const added = [...next.values()].filter(({ name, content }) => before.get(name) !== content);
  const gone = parts.filter(({ name, content }) => next.get(name)?.content !== content);
  if (added.length + gone.length === 0) return;
  const removed = new Set(gone.map(({ name }) => name));
  const keys = new Set(added.flatMap(({ prepared }) => prepared.entryAt(0).keys.map(keyText)));
  const alike = await findHaving(index, 'keys', [...keys], 0);
  const touched = [...alike, ...having.filter((opening) => opening.parts.some(({ name }) => removed.has(name)))];
  const affected = await findHaving(index, 'group', [...new Set(touched.map(({ group }) => group))]);
  const staying = affected.flatMap(({ postings }) => postings).filter(({ name }) => !removed.has(name));
  const groups = await groupsOf([...staying, ...added]);
  await writeDocuments(index.cluster, index.names.openings, changesOf(groups, affected));
  await refresh(index);
}

/** The openings with any of these values; `full`: how many of them with their postings, by default all. */
async function findHaving(
  index: Index,
  field: 'collections' | 'keys' | 'group',
  values: readonly string[],
  full = Number.POSITIVE_INFINITY,
): Promise<FoundOpening[]> {
  const found = new Map<string, FoundOpening>();
  for (let from = 0; from < values.length; from += valuesAtOnce) {
    const query = { terms: { [field]: values.slice(from, from + valuesAtOnce) } };
    const { openings } = await findOpenings(index, { query, full, withParts: true });
    for (const opening of openings) found.set(opening.name, opening);
  }
  return [...found.values()];
}

/** Postings connected by pairs that may be one opening. */
async function groupsOf(postings: readonly StoredPosting[]): Promise<StoredPosting[][]> {
  const entries = postings.map(({ prepared }) => prepared.entryAt(0));
  const groupOf = postings.map((_, at) => [at]);
  for (const { one, other } of await runCooperatively(findPairs(entries))) {
    const groups = [groupOf[one] ?? [], groupOf[other] ?? []] as const;
    const [small, large] = groups[0].length < groups[1].length ? groups : [groups[1], groups[0]];
    for (const at of small === large ? [] : small) {
      large.push(at);
      groupOf[at] = large;
    }
  }
  return [...new Set(groupOf)].map((group) => group.flatMap((at) => postings[at] ?? []));
}

/** The writes for groups whose openings are new or differ from `before`, and for those that no longer exist. */
function* changesOf(groups: readonly StoredPosting[][], before: readonly FoundOpening[]): Generator<object[]> {
  const contentOf = new Map(before.map(({ name, content }) => [name, content]));
  for (const group of groups)
    for (const { name, content, document } of openingsOf(group)) {
      if (contentOf.get(name) !== content) yield [{ index: { _id: name } }, document];
      contentOf.delete(name);
    }
  for (const name of contentOf.keys()) yield [{ delete: { _id: name } }];
}
