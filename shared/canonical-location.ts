import { tidyText } from './text.js';

/** The form in which two spellings of one place are equal; part of the key of a search. */
export function canonicalLocation(text: string): string {
  return tidyText(text).toLowerCase();
}
