import { z } from 'zod';
import type { PostingPlace } from '../posting.js';

/** Required text: an entry without it is not a posting. */
export const neededText = z.string().trim().min(1, 'must not be empty');

/** Required id; a number becomes text. */
export const neededId = z.union([z.string().trim().min(1), z.number()]).transform(String);

/** Optional text; a number becomes text, empty text `null`. */
export const coerceText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) =>
    value === null || value === undefined || String(value).trim() === '' ? null : String(value).trim(),
  );

/** Optional amount; zero and below become `null`. */
export const coerceAmount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === null || value === undefined || Number(value) <= 0 ? null : value));

/** Optional list of texts, or a single text; empty ones are dropped. */
export const coerceTexts = z
  .union([z.array(z.union([z.string(), z.number()])), z.string()])
  .nullish()
  .transform((value) =>
    (value === null || value === undefined ? [] : [value].flat().map(String)).filter((text) => text.trim() !== ''),
  );

/** Optional flag; `null` when missing. */
export const coerceFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);

/** The texts that are present, as a list. */
export function listOf(...texts: (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== null && text !== undefined && text !== '');
}

/** One place for each line of text; missing lines are dropped. */
export function placeText(...lines: (string | null)[]): PostingPlace[] {
  return listOf(...lines).map((text) => ({ text, city: null, region: null, country: null }));
}

/** One place in parts; none when every part is missing. */
export function placeParts(city: string | null, region: string | null, country: string | null): PostingPlace[] {
  return city === null && region === null && country === null ? [] : [{ text: null, city, region, country }];
}
