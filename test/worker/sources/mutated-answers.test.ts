/** Deletes, nulls and retypes each key of every kind's answers: a key of a posting costs at most this posting, one of the list ends the reading. */
import { describe, expect, test } from '@jest/globals';
import { kindNamed } from '../../../worker/sources/kinds/source-kinds.js';
import type { Posting } from '../../../worker/sources/posting.js';
import { type PageRequest, type ParsedPage, type Source, SourceError } from '../../../worker/sources/source.js';
import { openKind } from '../../lib/open-kind.js';
import { simulatedKinds } from '../../lib/simulated-kinds/all-simulated-kinds.js';
import { openingOf, type SimulatedKind } from '../../lib/simulated-kinds/simulated-kind.js';
import { type Mutation, mutationsOf, valueAt } from '../lib/mutate-answer.js';

const baseUrl = 'https://board.example';
const ids = (count: number): number[] => Array.from({ length: count }, (_, at) => 1001 + at);

type Reading = { postings: Posting[]; flaws: string[]; unread: string[]; failure: SourceError | null; isCut: boolean };
type Answer = { request: PageRequest; body: unknown };

/** Reads a simulated board as a crawl does, without a network. `mutate` may replace the body of an answer. */
function read(
  { kind, settings = {}, answer }: SimulatedKind,
  size: number,
  mutate: (answer: Answer) => unknown = ({ body }) => body,
): Reading {
  const own = typeof settings === 'function' ? settings(baseUrl) : { ...settings, baseUrl };
  const { source } = openKind({ kind, ...own });
  const openings = ids(size).map((id) => openingOf(id));
  const reading: Reading = { postings: [], flaws: [], unread: [], failure: null, isCut: false };
  const waiting = source.kind.requests(source.settings, {});
  const known = new Set<string>();
  for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
    const name = JSON.stringify([request.url, request.json]);
    if (known.has(name)) continue;
    known.add(name);
    const { pathname, search } = new URL(request.url);
    const asked = { method: request.method ?? 'GET', path: pathname + search, json: request.json, conditional: false };
    try {
      const body = mutate({ request, body: answer(asked, { openings, baseUrl }) });
      if (body === null) throw new SourceError('gone', 'The source answered 404.');
      waiting.push(...addPage(reading, parse(source, request, body)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (request.role === 'listing') return { ...reading, failure: error };
      addFailedDetail(reading, request, error);
    }
  }
  return reading;
}

function parse({ kind, settings }: Source, request: PageRequest, body: unknown): ParsedPage {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return kind.parse({ url: request.url, contentType: '', body: text, rendered: false }, request, settings);
}

function addPage(reading: Reading, { postings, flaws, unread, truncated, follow }: ParsedPage): PageRequest[] {
  reading.postings.push(...postings);
  reading.flaws.push(...(flaws ?? []));
  reading.unread.push(...(unread ?? []));
  reading.isCut ||= truncated ?? false;
  return follow;
}

function addFailedDetail(reading: Reading, { listed, url }: PageRequest, { message }: SourceError): void {
  reading.flaws.push(message);
  if (listed === undefined) reading.unread.push(url);
  else reading.postings.push(listed);
}

const titlesOf = ({ postings }: Reading): Set<string> => new Set(postings.map(({ title }) => title));
const idOf = ({ sourceJobId, url }: Posting): string => sourceJobId ?? url;

/** The answers of a reading, in the order of its requests. */
function answersOf(simulated: SimulatedKind, size: number): Answer[] {
  const answers: Answer[] = [];
  read(simulated, size, (answer) => {
    answers.push(answer);
    return answer.body;
  });
  return answers;
}

/** A request as `Evidence.requests` writes it, without its host: `{name}` is any text, what is in brackets may be missing. */
function patternOf(request: string): RegExp {
  const [, method = '', path = ''] = /^(\w+) [^/[]*([/[].*|)$/.exec(request) ?? [];
  const parts = path.split(/(\{[^{}]*\}|\[|\])/).map((part) => {
    if (part === '[') return '(?:';
    if (part === ']') return ')?';
    return part.startsWith('{') ? '.*' : part.replace(/[\\^$.*+?()|]/g, '\\$&');
  });
  return new RegExp(`^${method} ${path === '' ? '.*' : parts.join('')}$`);
}

/** Each change of an answer, with the reading of the board that gives it. */
function* mutatedReadings(
  simulated: SimulatedKind,
  size: number,
  part: Mutation['part'],
): Generator<{ mutation: Mutation; name: string; found: Reading }> {
  for (const [at, { body, request }] of answersOf(simulated, size).entries()) {
    // What a posting's own answer says of the list is nothing; a long board has hundreds of them.
    if (part === 'list' && request.role === 'detail') continue;
    for (const mutation of mutationsOf(body, { marks: ids(size).map(String), isDetail: request.role === 'detail' })) {
      if (mutation.part !== part) continue;
      let count = 0;
      const found = read(simulated, size, (answer) => (count++ === at ? mutation.body : answer.body));
      yield { mutation, name: `${mutation.name} of answer ${at + 1}`, found };
    }
  }
}

/** What a reading with a changed posting did wrong; `null` when it lost nothing else and said so. */
function wrongWithPosting(whole: Reading, found: Reading, { mark, removed }: Mutation): string | null {
  if (found.failure !== null) return `the board is lost: ${found.failure.message}`;
  const isOwn = ({ title }: Posting): boolean => title.includes(mark ?? '');
  const titles = titlesOf(found);
  const lost = whole.postings.filter((posting) => !isOwn(posting) && !titles.has(posting.title));
  if (lost.length > 0) return `${lost.length} other postings are lost`;
  if (found.postings.length >= whole.postings.length) return null;
  if (found.flaws.length === 0) return 'the posting is lost without a word';
  // A reading that is cut closes nothing.
  if (found.isCut) return null;
  const own = whole.postings.filter(isOwn).map(idOf);
  const isIdRemoved = own.some((id) => removed.some((text) => text !== '' && id.includes(text)));
  return isIdRemoved || own.some((id) => found.unread.includes(id)) ? null : 'the id of the lost posting is unknown';
}

const cases = simulatedKinds.map((simulated) => [simulated.kind, simulated] as const);

describe.each(cases)('a board of %s', (kind, simulated) => {
  const perRequest = kindNamed(kind)?.cost.perRequest;
  /** So many that there is a second page. */
  const paged = typeof perRequest === 'number' ? perRequest + 2 : 3;

  test('loses at most the posting in which a key is missing, null or of another type', () => {
    const whole = read(simulated, 3);
    expect([...titlesOf(whole)].sort()).toEqual(ids(3).map((id) => openingOf(id).title));
    const wrong = [...mutatedReadings(simulated, 3, 'posting')].flatMap(({ mutation, name, found }) => {
      const what = wrongWithPosting(whole, found, mutation);
      return what === null ? [] : [`${name}: ${what}`];
    });
    expect(wrong).toEqual([]);
  });

  test('makes the requests that its evidence names', () => {
    const patterns = (kindNamed(kind)?.evidence.requests ?? []).map(patternOf);
    const made = answersOf(simulated, paged).map(({ request: { url, method = 'GET' } }) => {
      const { pathname, search } = new URL(url);
      return `${method} ${pathname}${search}`;
    });
    expect(made.filter((request) => !patterns.some((pattern) => pattern.test(request)))).toEqual([]);
  });

  test('fails by name, or is complete, where a key of the list or of its paging is', () => {
    const size = titlesOf(read(simulated, paged)).size;
    const last = answersOf(simulated, paged).findLast(({ request }) => request.role === 'listing');
    const wrong = [...mutatedReadings(simulated, paged, 'list')].flatMap(({ mutation, name, found }) => {
      const { path, body } = mutation;
      // The last page of a board says so by leaving out the next one.
      const isAsLast = last !== undefined && valueAt(body, path) === valueAt(last.body, path);
      const isTold = found.failure !== null || found.isCut || titlesOf(found).size >= size;
      return isAsLast || isTold ? [] : [`${name}: ${titlesOf(found).size} of ${size} postings, and no failure`];
    });
    expect(wrong).toEqual([]);
  });
});
