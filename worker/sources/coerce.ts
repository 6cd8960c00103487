import { z } from 'zod';
import type { PostingPlace } from './posting.js';

/** Text that must be there: what makes an entry a posting. */
export const neededText = z.string().trim().min(1, 'must not be empty');

/** An id that must be there; numbers are text too. */
export const neededId = z.union([z.string().trim().min(1), z.number()]).transform(String);

/** Text that may be missing; numbers are text too. Empty text says nothing. */
export const coerceText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) =>
    value === null || value === undefined || String(value).trim() === '' ? null : String(value).trim(),
  );

/** An amount that may be missing; zero and below say nothing. */
export const coerceAmount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === null || value === undefined || Number(value) <= 0 ? null : value));

/** A list of texts that may be missing, or one text alone. */
export const coerceTexts = z
  .union([z.array(z.union([z.string(), z.number()])), z.string()])
  .nullish()
  .transform((value) =>
    (value === null || value === undefined ? [] : [value].flat().map(String)).filter((text) => text.trim() !== ''),
  );

export const coerceFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);

/** A list of what is told. */
export function told(...texts: (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== null && text !== undefined && text !== '');
}

/** A place as one line of text; none for no text. */
export function placeText(...lines: (string | null)[]): PostingPlace[] {
  return told(...lines).map((text) => ({ text, city: null, region: null, country: null }));
}

/** A place in parts; none when every part is missing. */
export function placeParts(city: string | null, region: string | null, country: string | null): PostingPlace[] {
  return city === null && region === null && country === null ? [] : [{ text: null, city, region, country }];
}
