/** Reads the body of a request that creates or changes a watch. */
import type { Problem } from '../../shared/problems/problem.js';
import { fieldNames } from '../../shared/search/fields.js';
import { type FieldError, mostErrors, parseQuery, pointerTo } from '../../shared/search/query/parse-query.js';
import { subjectOf } from '../../shared/search/query/query.js';
import { addressError, type DeliveryWays } from '../../shared/watches/destinations.js';
import { type Rhythm, readQuietHours, readTimeZone, rhythms, usualRhythm } from '../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { cutText, foldWord, tidyText } from '../../shared/words/text.js';
import { invalidRequest } from '../middleware/problems.js';

/** The answer to a request with one invalid member. */
export const invalidMember = (error: FieldError): Problem => invalidRequest({ errors: [error], count: 1 }, 'fields');

/** A mistake in the value of a member. */
export const memberError = (pointer: string, detail: string): FieldError => ({
  pointer,
  code: 'unknown-value',
  detail,
});

/** The members of a watch that its caller sets. */
export type WatchBody = Pick<StoredWatch, 'search' | 'url' | keyof Rhythm>;

/** Fields of a search that a watch lacks: it sends every new opening. */
const unwatched = ['sortBy', 'limit', 'page', 'descriptions'] as const;

/** Reads the body of a new watch. Throws `invalid-request` with every mistake. */
export function readNewWatch(body: unknown, ways: DeliveryWays): WatchBody {
  const { given, errors } = readMembers(body, ways);
  const missing = isObject(body)
    ? (['search', 'url'] as const).filter((name) => !Object.hasOwn(body, name)).map((name) => absent[name])
    : [];
  const { search, url } = given;
  if (search === undefined || url === undefined || errors.count > 0 || missing.length > 0)
    throw invalidRequest({ errors: [...missing, ...errors.listed], count: errors.count + missing.length }, 'fields');
  return { ...usualRhythm, ...given, search, url };
}

/** Reads the changes to a watch: at least one of its members. Throws `invalid-request` with every mistake. */
export function readWatchChange(body: unknown, ways: DeliveryWays): Partial<WatchBody> {
  const { given, errors } = readMembers(body, ways);
  if (errors.count > 0) throw invalidRequest({ errors: errors.listed, count: errors.count }, 'fields');
  if (Object.keys(given).length === 0) throw invalidMember(nothing);
  return given;
}

type Members = { given: Partial<WatchBody>; errors: { listed: FieldError[]; count: number } };

function readMembers(body: unknown, ways: DeliveryWays): Members {
  if (!isObject(body)) return { given: {}, errors: { listed: [notAnObject], count: 1 } };
  const { search, url, rhythm, quietHours, timeZone, ...others } = body;
  const unknown = Object.keys(others);
  const ofUrl = url === undefined ? [] : addressErrors(url, ways);
  const read: ReadSearch = search === undefined ? { errors: [], count: 0 } : readSearch(search);
  const times = readRhythm({ rhythm, quietHours, timeZone });
  const listed = [...ofUrl, ...times.errors, ...read.errors, ...unknown.slice(0, mostErrors).map(unknownMember)];
  return {
    given: {
      ...(url === undefined ? {} : { url: String(url) }),
      ...(read.search && { search: read.search }),
      ...times.given,
    },
    errors: {
      listed,
      count: listed.length - Math.min(unknown.length, mostErrors) - read.errors.length + read.count + unknown.length,
    },
  };
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

type ReadSearch = { search?: StoredWatch['search']; errors: FieldError[]; count: number };

function readSearch(search: unknown): ReadSearch {
  const parsed = parseQuery(search);
  const found = 'errors' in parsed ? parsed : { errors: [], count: 0 };
  const ordered = isObject(search) ? unwatched.filter((name) => (search[name] ?? '') !== '').map(pageError) : [];
  const ofSearch = found.errors
    .filter(({ pointer }) => !ordered.some((error) => error.pointer === `#/search${pointer.slice(1)}`))
    .map((error) => ({ ...error, pointer: `#/search${error.pointer.slice(1)}` }));
  const count = ordered.length + found.count - (found.errors.length - ofSearch.length);
  if (count > 0 || 'errors' in parsed) return { errors: [...ordered, ...ofSearch], count };
  const { sortBy: _sortBy, ...fields } = subjectOf(parsed.query);
  return { search: fields, errors: [], count: 0 };
}

/** Reads the members of a rhythm that were sent; `""` is the default. */
function readRhythm(sent: Partial<Record<keyof Rhythm, unknown>>): { given: Partial<Rhythm>; errors: FieldError[] } {
  const given: Partial<Rhythm> = {};
  const errors: FieldError[] = [];
  for (const name of ['rhythm', 'quietHours', 'timeZone'] as const) {
    const value = sent[name];
    if (value === undefined) continue;
    const pointer = `#/${name}`;
    if (typeof value !== 'string') errors.push({ pointer, code: 'not-a-string', detail: 'Send a string.' });
    else if (value.length > longestTime)
      errors.push({ pointer, code: 'too-long', detail: `At most ${longestTime} characters.` });
    else {
      const read = value === '' ? usualRhythm[name] : readTime[name](value);
      if (read === null) errors.push({ pointer, code: 'unknown-value', ...timeError(name, value) });
      else Object.assign(given, { [name]: read });
    }
  }
  return { given, errors };
}

/** The longest of these texts, in characters. */
const longestTime = 100;

const readTime: { [Name in keyof Rhythm]: (text: string) => Rhythm[Name] | null } = {
  rhythm: (text) => rhythms.find((word) => foldWord(word) === foldWord(text)) ?? null,
  quietHours: (text) => {
    const hours = readQuietHours(text);
    return hours === null ? null : `${clock(hours.from)}-${clock(hours.to)}`;
  },
  timeZone: readTimeZone,
};

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function timeError(name: keyof Rhythm, text: string): Pick<FieldError, 'detail' | 'allowed' | 'suggestion'> {
  const shown = tidyText(cutText(text, 60));
  if (name === 'quietHours')
    return { detail: `"${shown}" is not a range of quiet hours. Send two times of a day, such as "22:00-07:00".` };
  if (name === 'timeZone') return { detail: `"${shown}" is not a time zone. Send a name such as "Europe/Berlin".` };
  const suggestion = didYouMean(text, rhythms);
  return {
    detail: `"${shown}" is not a rhythm.${suggestion === null ? '' : ` Did you mean "${suggestion}"?`}`,
    allowed: rhythms,
    ...(suggestion !== null && { suggestion }),
  };
}

const pageError = (name: (typeof unwatched)[number]): FieldError => ({
  pointer: `#/search/${name}`,
  code: 'conflict',
  detail: `A watch sends every new job, without order and pages: leave ${name} out.`,
});

function addressErrors(url: unknown, ways: DeliveryWays): FieldError[] {
  if (typeof url !== 'string')
    return [{ pointer: '#/url', code: 'not-a-string', detail: 'Send the address as a string.' }];
  const detail = addressError(url, ways);
  return detail === null ? [] : [memberError('#/url', detail)];
}

const absent = {
  search: memberError('#/search', 'Say what to watch: "search" has the fields of a search; {} watches every job.'),
  url: memberError('#/url', 'Say where new jobs are sent: "url", such as "https://example.com/hook".'),
};

const nothing = memberError(
  '#',
  'Send at least one member to change: "search", "url", "rhythm", "quietHours" or "timeZone".',
);

const notAnObject: FieldError = {
  pointer: '#',
  code: 'not-an-object',
  detail: 'Send one JSON object, such as {"search": {"keyword": "nurse"}, "url": "https://example.com/hook"}.',
};

const unknownMember = (name: string): FieldError => ({
  pointer: pointerTo(cutText(name, 80)),
  code: 'unknown-field',
  detail: `There is no field "${tidyText(cutText(name, 60))}". ${
    fieldNames.some((field) => field === name)
      ? 'Put it in "search".'
      : 'A watch has "search", "url", "rhythm", "quietHours" and "timeZone".'
  }`,
});
