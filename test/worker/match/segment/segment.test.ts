import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fingerprintOf } from '../../../../worker/match/dedupe/job-fingerprint.js';
import { commonFields, eachOccurrence, indexedFields } from '../../../../worker/match/index/collection-index.js';
import { hasPhrase } from '../../../../worker/match/index/phrases.js';
import { lengthsOf } from '../../../../worker/match/index/sections.js';
import { wordKey } from '../../../../worker/match/index/word-table.js';
import { createSegmentTools, openSegment } from '../../../../worker/match/segment/open-segment.js';
import { writingSegment } from '../../../../worker/match/segment/write-segment.js';
import { tokensOf } from '../../../../worker/match/words/tokens.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { made } from '../../lib/made-jobs.js';

const opened = (jobs: Parameters<typeof writingSegment>[1]) => {
  const bytes = runSync(writingSegment('acme', jobs));
  return openSegment(bytes.slice(0, lengthsOf(bytes).hot), createSegmentTools(), (at, length) =>
    bytes.slice(at, at + length),
  );
};

describe('a segment', () => {
  test('has the record, the facts and the fingerprint of each posting', () => {
    const jobs = [
      made({
        title: 'Welder',
        source: 'acme',
        place: 'Leeds, UK',
        pay: '£30,000 a year',
        days: 2,
        text: 'Weld. '.repeat(40),
      }),
      made({ title: 'Köchin (m/w/d)', source: 'acme', place: 'Berlin', days: null, workplace: ['remote'] }),
    ];
    const segment = opened(jobs);
    expect(segment.size).toBe(2);
    for (const [at, held] of jobs.entries()) {
      const { description, ...job } = held;
      const entry = segment.entryAt(at);
      expect(entry.job).toEqual(job);
      const { keys, ...print } = fingerprintOf(held);
      expect([entry.fingerprint, entry.keys]).toEqual([print, keys]);
      expect([entry.id, entry.source, entry.hasText]).toEqual([job.id, 'acme', description !== '']);
      expect(entry.postedAt).toBe(job.postedAt === null ? Number.NaN : Date.parse(job.postedAt));
      expect(segment.locationSets()[segment.facts.locationSet[at] ?? -1]?.location).toEqual(job.location);
    }
    expect(() => segment.entryAt(2)).toThrow('no entry 2 of 2');
  });

  test('finds every word of every posting, over blocks of 512 postings', () => {
    const words = ['weld', 'cook', 'nurse', 'drive', 'paint'];
    fc.assert(
      fc.property(fc.array(fc.subarray(words), { minLength: 1, maxLength: 1300 }), (texts) => {
        const jobs = texts.map((text, at) => made({ title: `Job ${at}`, source: 'acme', text: text.join(' ') }));
        const segment = opened(jobs);
        for (const word of words) {
          const number = segment.index.words.find(wordKey(tokensOf(word)[0] ?? ''));
          const found: number[] = [];
          eachOccurrence(segment.index, number, (entry) => found.push(entry));
          const wanted = Array.from({ length: segment.size }, (_, at) => at).filter((at) => {
            const number = Number(segment.entryAt(at).job.title.slice(4));
            return texts[number]?.includes(word);
          });
          expect(found).toEqual(number === 0 ? [] : wanted);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('tells phrases from words apart, in its texts too', () => {
    const { index } = opened([
      made({ title: 'Night nurse', source: 'acme', text: 'You work the night shift. A nurse of ours leads you.' }),
    ]);
    const numbers = (text: string) => tokensOf(text).map((word) => index.words.find(wordKey(word)));
    const text = indexedFields.indexOf('text');
    expect(hasPhrase(index, numbers('night shift'), { entry: 0, field: text })).toBe(true);
    expect(hasPhrase(index, numbers('night nurse'), { entry: 0, field: text })).toBe(false);
    expect(hasPhrase(index, numbers('night nurse'), { entry: 0, field: 0 })).toBe(true);
    expect(commonFields(index, numbers('night nurse'), 0)).toBeGreaterThan(0);
    expect(commonFields(index, [0], 0)).toBe(0);
  });
});
