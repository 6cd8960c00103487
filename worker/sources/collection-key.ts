import { createHash } from 'node:crypto';
import type { Narrow, Source } from './source.js';

/** Whether a source is collected in full: its own search applies no field of a query. */
export const isWholeBoard = ({ kind, settings }: Source): boolean => kind.narrows(settings).length === 0;

/** The key of a collection; it changes with the settings of the source. */
export function collectionKey(source: Source, narrow: Narrow): string {
  const parts = JSON.stringify([source.id, source.kind.kind, source.settings, narrow]);
  return `c-${createHash('sha256').update(parts).digest('base64url').slice(0, 22)}`;
}

const boardKeys = new WeakMap<Source, string>();

/** The key of a full board's collection; computed once, since each search needs the keys of all boards. */
export function boardKey(source: Source): string {
  const known = boardKeys.get(source);
  if (known !== undefined) return known;
  const key = collectionKey(source, {});
  boardKeys.set(source, key);
  return key;
}
