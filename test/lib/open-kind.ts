import { expect } from '@jest/globals';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';
import {
  type Narrow,
  type PageRequest,
  type ParsedPage,
  type Source,
  SourceError,
} from '../../worker/sources/source.js';

export type OpenKind = {
  source: Source;
  asks(narrow?: Narrow): PageRequest[];
  /** Reads a body (an object is sent as JSON) as the response to the first request, or to the given one. */
  read(body: unknown, ask?: PageRequest): ParsedPage;
};

/** A source of a kind as built from the sources file, for reading bodies without a network. */
export function openKind(settings: { kind: string; [setting: string]: unknown }): OpenKind {
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ id: 'x', ...settings }] }), 'test');
  if (source === undefined) throw new Error('The source was not read.');
  const asks = (narrow: Narrow = {}) => source.kind.requests(source.settings, narrow);
  return {
    source,
    asks,
    read(body, ask = asks()[0]) {
      if (ask === undefined) throw new Error('Nothing is asked.');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return source.kind.parse({ url: ask.url, contentType: '', body: text, rendered: false }, ask, source.settings);
    },
  };
}

/** A posting with only the given facts; everything else is `null` or `[]`. */
export function posting(told: Partial<Posting> & Pick<Posting, 'title' | 'url'>): Posting {
  return { ...emptyPosting(told.title, told.url), ...told };
}

/** A place given as text only. */
export const inText = (text: string) => ({ text, city: null, region: null, country: null });

const gazetteer = loadGazetteer();
const unclean = /1970-01-01|UNAVAILABLE|"N\/A"|&(?:[a-z]{2,8}|#\d+);|<\/?(?:p|div|br|b|strong|em|li|ul|span|a)\b/i;

/** The records that a reading becomes, checked to contain no placeholder, entity or tag. Collected on 2026-11-21. */
export function recordsOf({ postings }: ParsedPage) {
  return postings.map((each) => {
    const outcome = normalise(each, { source: 'x', gazetteer, now: new Date('2026-11-21T12:00:00Z') });
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    const { job } = outcome;
    expect(JSON.stringify(job)).not.toMatch(unclean);
    expect([...job.places, ...job.remoteRegions].map(({ city }) => city)).not.toContain('Anywhere');
    return job;
  });
}

/** Expects a changed-answer report that says what was expected and what arrived. */
export function expectChanged(read: () => unknown, expected: string, came: string): void {
  let thrown: unknown = null;
  try {
    read();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SourceError);
  expect(thrown).toMatchObject({ failure: 'changed' });
  expect(String(thrown)).toContain(`Expected ${expected}, got ${came}`);
}
