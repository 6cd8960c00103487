import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { Lacking } from '../engine.js';
import { hitsOf, oneText, shardsShape, sortShape } from './answer-shapes.js';
import type { ClusterQuery } from './cluster-query.js';
import { listedAtOnce, patience, silentOf } from './find-openings.js';
import type { IndexNames } from './index-schema.js';
import type { NamedDocument } from './posting-cache.js';

/** Documents that a query finds, and which parts of the index did not answer. */
export type FoundDocuments = { documents: NamedDocument[] } & Pick<Lacking, 'silent' | 'parts'>;

/** What is read of a document that was found. */
const identity = ['name', 'content', 'collection', 'opening', 'members'] as const;

const fieldsShape = z.object({
  ...{ name: oneText, content: oneText, collection: oneText, opening: oneText, members: oneText },
  isBoard: z.tuple([z.boolean()]),
});
const answerShape = shardsShape.extend(hitsOf(z.object({ fields: fieldsShape, sort: sortShape })).shape);
type Answer = z.infer<typeof answerShape>;

const docvalue_fields = [...identity, 'isBoard'];

/** A request for documents; `most`: the best so many by the score of the query instead of all. */
type Request = { cluster: SearchCluster; names: IndexNames; query: ClusterQuery; most?: number };

/** Lists all documents that meet a query, or the best of them, by what identifies them. */
export async function findDocuments({ cluster, names, query, most }: Request): Promise<FoundDocuments> {
  const documents: NamedDocument[] = [];
  let lacking = { silent: 0, parts: 1 };
  for (let after: readonly unknown[] | null = null; ; ) {
    const body: object = {
      // Without the id of the index, which lies among the compressed postings.
      ...{ query, size: most ?? listedAtOnce, _source: false, stored_fields: '_none_', docvalue_fields },
      ...{ timeout: patience, track_total_hits: false },
      sort: most === undefined ? ['name'] : ['_score', 'name'],
      ...(after && { search_after: after }),
    };
    const path = `/${names.postings}/_search`;
    const answer: Answer = await cluster.ask({ method: 'POST', path, body }, answerShape);
    const { hits } = answer.hits;
    for (const { fields } of hits) {
      const { name, content, collection, isBoard, opening, members } = fields;
      documents.push({
        ...{ name: name[0], content: content[0], collection: collection[0] },
        ...{ isBoard: isBoard[0], opening: opening[0], members: members[0] },
      });
    }
    const { silent, parts } = silentOf(answer);
    lacking = { silent: Math.max(lacking.silent, silent), parts };
    if (most !== undefined || hits.length < listedAtOnce) return { documents, ...lacking };
    after = hits.at(-1)?.sort ?? null;
  }
}

/** The keys of all collections that are in the index. */
export async function findIndexed({ cluster, names }: Pick<Request, 'cluster' | 'names'>): Promise<string[]> {
  const path = `/${names.collections}/_search`;
  const keys: string[] = [];
  for (let after: readonly unknown[] | null = null; ; ) {
    const body: object = { size: listedAtOnce, _source: false, sort: ['key'], ...(after && { search_after: after }) };
    const { hits }: Keys = await cluster.ask({ method: 'POST', path, body }, keysShape);
    keys.push(...hits.hits.map(({ _id }) => _id));
    if (hits.hits.length < listedAtOnce) return keys;
    after = hits.hits.at(-1)?.sort ?? null;
  }
}

const keysShape = hitsOf(z.object({ _id: z.string(), sort: sortShape }));
type Keys = z.infer<typeof keysShape>;
