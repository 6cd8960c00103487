import type { FieldError } from '../../shared/search/query/parse-query.js';
import { countsOver, tidyText } from '../../shared/words/text.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import { unknownParameter } from '../middleware/refuse-parameters.js';

/** The longest text that is completed, in characters (code points). */
export const longestSuggested = 60;

/** The text to complete, tidied. Throws one problem that lists every error. */
export function readSuggestQuery({ q, ...others }: Record<string, unknown>): string {
  const unknown = Object.keys(others).map((name) => unknownParameter(name, ['q']));
  const read = readText(q);
  const errors = typeof read === 'string' ? unknown : [read, ...unknown];
  if (typeof read !== 'string' || errors.length > 0)
    throw invalidRequest({ errors, count: errors.length }, 'parameters');
  return read;
}

const missing = 'Send the text to complete as "q", such as "nur".';

function readText(q: unknown): string | FieldError {
  const fault = (code: FieldError['code'], detail: string): FieldError => ({ pointer: '#/q', code, detail });
  if (q === undefined) return fault('not-a-string', missing);
  if (typeof q !== 'string') return fault('not-a-string', 'Send the text to complete once.');
  if (countsOver(q, longestSuggested))
    return fault('too-long', `At most ${longestSuggested} characters, not ${[...q].length}.`);
  const text = tidyText(q);
  return text === '' ? fault('not-a-string', missing) : text;
}
