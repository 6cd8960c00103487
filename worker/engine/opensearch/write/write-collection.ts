import { z } from 'zod';
import { type SearchCluster, sendLines } from '../../../../shared/cluster/cluster.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import { findPairs } from '../../../match/dedupe/find-pairs.js';
import type { CollectionRef } from '../../../match/segment/collection-ref.js';
import type { LocationSet } from '../../../match/segment/location-set.js';
import { createSegmentTools } from '../../../match/segment/open-segment.js';
import { runCooperatively } from '../../../process/cooperative.js';
import { mustMeetAny } from '../cluster-query.js';
import { findDocuments } from '../find-documents.js';
import type { IndexNames } from '../index-schema.js';
import type { NamedDocument, PostingCache } from '../posting-cache.js';
import { documentsOf, type IndexedPosting, keyText, membersOf, preparingPostings } from '../posting-document.js';
import type { WriteTurn } from './write-turn.js';

export type WriteTools = { cluster: SearchCluster; names: IndexNames; cache: PostingCache; turn: WriteTurn };

/** A document was written or removed. */
const changed = z.object({ result: z.string() });

/** Values of one query: an index takes 65,536. */
const valuesAtOnce = 20_000;

/** Characters of one request that writes. */
const writtenAtOnce = 4_000_000;

/**
 * Replaces what the index has of a collection, with the openings that this joins or parts, and notes its version. What has not
 * changed is not written again. Visible as a whole when it resolves, with the number of its documents.
 */
export async function indexCollection(
  tools: WriteTools,
  { key, version, source, isBoard = false }: CollectionRef,
  jobs: readonly HeldJob[],
): Promise<number> {
  const { cluster, names, turn } = tools;
  const next = await runCooperatively(preparingPostings({ key, source, isBoard }, jobs, createSegmentTools()));
  await turn(async () => {
    // What a writer that was ended has left is seen, too.
    await refresh(tools);
    const { documents } = await findDocuments({ cluster, names, query: { term: { collection: key } } });
    const before = new Map(documents.map((document) => [document.name, document]));
    const added = [...next.values()].filter(({ name, content }) => before.get(name)?.content !== content);
    const removed = documents.filter(({ name, content }) => next.get(name)?.content !== content);
    if (added.length + removed.length > 0) {
      const gone = removed.filter(({ name }) => !next.has(name)).map(({ name }) => name);
      await writeDocuments(tools, { written: await joined(tools, added, removed), gone });
      await refresh(tools);
    }
    const body = { key, version, source, documents: next.size };
    await cluster.ask({ method: 'PUT', path: `/${names.collections}/_doc/${key}`, body }, changed);
  });
  return next.size;
}

/** Removes a collection from the index. */
export async function removeCollection(tools: WriteTools, key: string): Promise<void> {
  await indexCollection(tools, { key, version: '', source: '' }, []);
  const { cluster, names } = tools;
  await cluster.ask({ method: 'DELETE', path: `/${names.collections}/_doc/${key}` }, changed);
}

const refresh = ({ cluster, names }: WriteTools): Promise<unknown> =>
  cluster.ask({ method: 'POST', path: `/${names.postings}/_refresh` }, z.object({ _shards: z.looseObject({}) }));

/** The groups of postings that are new or have other members now. */
async function joined(
  tools: WriteTools,
  added: readonly IndexedPosting[],
  removed: readonly NamedDocument[],
): Promise<IndexedPosting[][]> {
  const keys = new Set(added.flatMap(({ prepared }) => prepared.entryAt(0).keys.map(keyText)));
  const alike = await findHaving(tools, { keys: [...keys], opening: [] });
  const openings = new Set([...alike, ...removed].map(({ opening }) => opening));
  const affected = await findHaving(tools, { keys: [], opening: [...openings] });
  const out = new Set(removed.map(({ name }) => name));
  const staying = affected.filter(({ name }) => !out.has(name));
  const postings = await tools.cache.fetch(staying);
  if (postings === null) throw new Error('A document was changed by a process that had no turn to write.');
  const membersBefore = new Map(staying.map(({ name, members }) => [name, members]));
  const groups = await groupsOf([...postings, ...added]);
  return groups.filter((group) => {
    const members = membersOf(group);
    return group.some(({ name }) => membersBefore.get(name) !== members);
  });
}

/** The documents that have any of these values. */
async function findHaving(
  { cluster, names }: WriteTools,
  values: Readonly<Record<'keys' | 'opening', readonly string[]>>,
): Promise<NamedDocument[]> {
  const found = new Map<string, NamedDocument>();
  for (const [field, all] of Object.entries(values))
    for (let from = 0; from < all.length; from += valuesAtOnce) {
      const query = mustMeetAny([{ terms: { [field]: all.slice(from, from + valuesAtOnce) } }]);
      const { documents } = await findDocuments({ cluster, names, query });
      for (const document of documents) found.set(document.name, document);
    }
  return [...found.values()];
}

/** Postings connected by pairs that may be one opening. Which of them are is decided among those of a search (worker/match/dedupe). */
async function groupsOf(postings: readonly IndexedPosting[]): Promise<IndexedPosting[][]> {
  const entries = postings.map(({ prepared }) => prepared.entryAt(0));
  const root = Int32Array.from(postings, (_, at) => at);
  const rootOf = (at: number): number => {
    let found = at;
    while (root[found] !== found) found = root[found] ?? found;
    root[at] = found;
    return found;
  };
  for (const { one, other } of await runCooperatively(findPairs(entries))) root[rootOf(one)] = rootOf(other);
  const groups = new Map<number, IndexedPosting[]>();
  for (const [at, posting] of postings.entries()) {
    const group = groups.get(rootOf(at));
    if (group === undefined) groups.set(rootOf(at), [posting]);
    else group.push(posting);
  }
  return [...groups.values()];
}

type Writing = { written: readonly IndexedPosting[][]; gone: readonly string[] };

/** Writes the location sets of documents before these, so that whoever finds a document finds its set. */
async function writeDocuments(tools: WriteTools, { written, gone }: Writing): Promise<void> {
  const { cluster, names } = tools;
  let documents: object[] = gone.map((name) => ({ delete: { _id: name } }));
  let sets = new Map<string, LocationSet>();
  let size = 0;
  const send = async (): Promise<void> => {
    const lines = [...sets].flatMap(([name, set]) => [{ index: { _id: name } }, { set: JSON.stringify(set) }]);
    if (lines.length > 0) await sendLines(cluster, names.locations, lines);
    if (documents.length > 0) await sendLines(cluster, names.postings, documents);
    [documents, sets, size] = [[], new Map(), 0];
  };
  for (const group of written) {
    const made = documentsOf(group);
    for (const [name, set] of made.sets) sets.set(name, set);
    for (const document of made.documents) {
      documents.push({ index: { _id: document.name } }, document);
      size += document.segment.length;
      if (size >= writtenAtOnce) await send();
    }
  }
  await send();
}
