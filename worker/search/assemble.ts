import { randomUUID } from 'node:crypto';
import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import { parseKeyword } from '../../shared/keyword/parse-keyword.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import { recordsKept } from '../../shared/search/further-records.js';
import type { SearchSubject } from '../../shared/search/query.js';
import { packRanked } from '../../shared/search/ranked-list.js';
import { type DocumentHead, documentDepth } from '../../shared/search/search-document.js';
import { placeKeyOf } from '../../shared/stats/place-key.js';
import type { Corpus } from '../match/corpus/corpus.js';
import { correctKeyword } from '../match/keyword/correct-keyword.js';
import { searchCorpus } from '../match/rank/search-corpus.js';
import { loseCollection, type Progress } from './progress.js';
import type { SearchTools } from './run-search.js';
import { sourceReports } from './source-reports.js';

/** Merges what the sources gave so far into one ranked answer: merge, dedupe, filter, rank, and record the first jobs. */
export async function assemble(
  tools: SearchTools,
  subject: SearchSubject,
  parts: readonly Progress[],
  records = recordsKept,
): Promise<Assembled> {
  const { corpus, refs } = await corpusOf(tools, parts);
  const isThere = ({ ref }: Progress) => ref === null || refs.some(({ key }) => key === ref.key);
  const known = parts.map((part) => (isThere(part) ? part : loseCollection(part)));
  const now = tools.now();
  const found = searchCorpus(corpus, subject, { now, gazetteer: tools.gazetteer });
  const head = headOf(tools, { parts: known, refs, found, now: now.getTime() });
  const { ranked, jobs } = found.list(documentDepth, records);
  tools.noteCopies(jobs);
  return {
    head: { ...head, listed: ranked.length },
    ranked: packRanked(ranked),
    jobs: jobs.map((job) => JSON.stringify(job)),
  };
}

/** A document to be written: what it says, its ranked list and its first records. */
type Assembled = { head: DocumentHead; ranked: Buffer; jobs: string[] };

/** The search's keyword with its slips put right by what the sources gave; `null` when there are none. */
export async function correctedKeyword(
  tools: SearchTools,
  subject: SearchSubject,
  parts: readonly Progress[],
): Promise<KeywordNode | null> {
  const { root } = parseKeyword(subject.keyword);
  const { corpus } = await corpusOf(tools, parts);
  const corrected = correctKeyword(root, corpus);
  return corrected.notices.length === 0 ? null : corrected.root;
}

type Ref = NonNullable<Progress['ref']>;

/** The merged corpus; a collection that was replaced while we looked is read in its new version. */
async function corpusOf(tools: SearchTools, parts: readonly Progress[]): Promise<{ corpus: Corpus; refs: Ref[] }> {
  const refs = parts.map(({ ref }) => ref).filter((ref) => ref !== null);
  const { corpus, gone } = await tools.corpora.corpusOf(refs);
  if (gone.length === 0) return { corpus, refs };
  const states = await readCollectionStates(
    tools.redis,
    refs.map(({ key }) => key),
  );
  const renewed = refs.flatMap((ref, index) => {
    const head = states[index]?.head;
    return head ? [{ ...ref, version: head.version, collectedAt: head.collectedAt, freshUntil: head.freshUntil }] : [];
  });
  const again = await tools.corpora.corpusOf(renewed);
  return { corpus: again.corpus, refs: renewed.filter(({ key }) => !again.gone.includes(key)) };
}

function headOf(
  tools: SearchTools,
  { parts, refs, found, now }: { parts: readonly Progress[]; refs: Ref[]; found: Found; now: number },
): DocumentHead {
  const { PARTIAL_SECONDS, STALE_SECONDS } = tools.config;
  const sources = sourceReports(parts).map((report) => ({ ...report, jobs: found.bySource[report.name] ?? 0 }));
  const whole = parts.every(({ report }) => report.status === 'ok');
  const growing = parts.some(({ report }) => report.status === 'pending');
  const failed =
    refs.length === 0 && parts.every(({ report }) => report.status !== 'ok' && report.status !== 'pending');
  const used = refs.filter((ref) => parts.some((part) => part.ref?.key === ref.key && part.report.status === 'ok'));
  const times = used.length > 0 ? used : refs;
  const collectedAt = times.length === 0 ? null : Math.min(...times.map((ref) => ref.collectedAt));
  const freshUntil = times.length === 0 ? now : Math.min(...times.map((ref) => ref.freshUntil));
  const again = parts.some(({ ours }) => ours) ? now : now + PARTIAL_SECONDS * 1000;
  return {
    v: 3,
    state: growing ? 'growing' : failed ? 'failed' : 'complete',
    sourcesPrint: tools.sourcesPrint,
    version: randomUUID(),
    collectedAt,
    freshUntil,
    recheckAt: whole ? freshUntil : Math.min(again, freshUntil > now ? freshUntil : again),
    staleUntil: Math.max(
      (collectedAt ?? now) + (failed ? PARTIAL_SECONDS : STALE_SECONDS) * 1000,
      now + PARTIAL_SECONDS * 1000,
    ),
    total: found.total,
    rankedAt: now,
    notices: [...found.notices, ...attributions(tools, found)],
    place: found.place === null ? '' : placeKeyOf(found.place),
    sources,
  };
}

type Found = ReturnType<typeof searchCorpus>;

/** The links back that owners ask for where their postings are shown, once each. */
function attributions({ sources }: SearchTools, { bySource }: Found): string[] {
  const shown = sources.filter(({ id }) => (bySource[id] ?? 0) > 0);
  return [...new Set(shown.flatMap(({ kind }) => kind.attribution ?? []))];
}
