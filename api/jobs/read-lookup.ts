import { longestLookedUp, mostLookedUp } from '../../shared/search/lookup.js';
import { type FieldError, pointerTo } from '../../shared/search/query/parse-query.js';
import { cutText } from '../../shared/words/cut-text.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { invalidRequest } from '../middleware/invalid-request.js';

/** What is asked of a lookup; both lists are there, and one of them is not empty. */
export type Asked = { urls: string[]; ids: string[] };

/** The id of a job. */
const isId = /^job_[0-9A-Za-z]{16}$/;

const names = ['urls', 'ids'] as const;

/** Reads the body of a lookup. Throws `invalid-request` with every mistake in it. */
export function readLookup(body: unknown): Asked {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused([{ pointer: '#', code: 'not-an-object', detail: 'Send an object: {"urls": ["https://…"]}.' }]);
  const given = body as Record<string, unknown>;
  const errors = Object.keys(given)
    .filter((name) => !isName(name))
    .map(unknownMember);
  const lists = { urls: listOf(given.urls), ids: listOf(given.ids) };
  for (const name of names) if (lists[name] === null) errors.push(notAList(name));
  const asked = { urls: lists.urls ?? [], ids: lists.ids ?? [] };
  const count = asked.urls.length + asked.ids.length;
  if (errors.length === 0 && (count === 0 || count > mostLookedUp)) errors.push(outOfRange(count));
  if (count <= mostLookedUp) errors.push(...addressErrors(asked.urls), ...idErrors(asked.ids));
  if (errors.length > 0) throw refused(errors);
  return { urls: asked.urls.map(String), ids: asked.ids.map(String) };
}

const isName = (name: string): boolean => (names as readonly string[]).includes(name);

const listOf = (value: unknown): unknown[] | null => (value === undefined ? [] : Array.isArray(value) ? value : null);

const refused = (errors: readonly FieldError[]) => invalidRequest({ errors, count: errors.length }, 'fields');

function unknownMember(name: string): FieldError {
  const suggestion = didYouMean(name, names);
  const meant = suggestion === null ? 'Send "urls" and "ids".' : `Did you mean "${suggestion}"?`;
  const detail = `There is no field "${cutText(name, 40)}". ${meant}`;
  return {
    ...{ pointer: pointerTo(cutText(name, 80)), code: 'unknown-field', detail },
    ...(suggestion !== null && { suggestion }),
  };
}

const notAList = (name: string): FieldError => ({
  ...{ pointer: pointerTo(name), code: 'unknown-value', detail: `Send a list: {"${name}": ["…"]}.` },
});

const outOfRange = (count: number): FieldError => ({
  ...{ pointer: '#', code: 'out-of-range', allowed: { min: '1', max: String(mostLookedUp) } },
  detail: `Send from 1 to ${mostLookedUp} addresses and ids together, not ${count}.`,
});

function addressErrors(urls: readonly unknown[]): FieldError[] {
  return urls.flatMap((url, at): FieldError[] => {
    const pointer = `#/urls/${at}`;
    if (typeof url !== 'string') return [notAString(pointer)];
    if (url.length > longestLookedUp)
      return [{ pointer, code: 'too-long', detail: `An address has at most ${longestLookedUp} characters.` }];
    return /^https?:\/\/./i.test(url.trim()) && URL.canParse(url.trim())
      ? []
      : [{ pointer, code: 'unknown-value', detail: 'Send the address of a posting: "https://…".' }];
  });
}

function idErrors(ids: readonly unknown[]): FieldError[] {
  return ids.flatMap((id, at): FieldError[] => {
    const pointer = `#/ids/${at}`;
    if (typeof id !== 'string') return [notAString(pointer)];
    if (isId.test(id)) return [];
    return [{ pointer, code: 'unknown-value', detail: 'Send the id of a job: "job_" and 16 letters and digits.' }];
  });
}

const notAString = (pointer: string): FieldError => ({ pointer, code: 'not-a-string', detail: 'Send a string.' });
