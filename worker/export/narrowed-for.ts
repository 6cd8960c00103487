import type { SearchSubject } from '../../shared/search/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { planCollections } from '../search/plan-collections.js';
import { isNarrowed, type Source } from '../sources/source.js';

/** What tells which collections an export, or a question without a document, is about. */
export type PlanContext = { sources: () => readonly Source[]; gazetteer: Gazetteer };

/** The keys of what narrowing sources may have given for a search. */
export const narrowedFor = ({ sources, gazetteer }: PlanContext, subject: SearchSubject): string[] =>
  planCollections(sources(), subject, { gazetteer }).flatMap(({ key, narrow }) => (isNarrowed(narrow) ? [key] : []));
