import { describe, expect, test } from '@jest/globals';
import { emptyPosting, hashOfPosting, type Posting } from '../../../worker/sources/posting.js';
import { packPostings, unpackPostings } from '../../../worker/threads/posting-batch.js';

const posting = (at: number, more: Partial<Posting>): Posting => ({
  ...emptyPosting(`Cook ${at}`, `https://x.example/${at}`),
  ...more,
});
/** The first half of a surrogate pair, without the second. */
const half = '\ud83d';
const postings = [
  posting(1, { descriptionHtml: '<p>Größe 北京 🙂</p>', descriptionText: 'plain' }),
  posting(2, {}),
  posting(3, { descriptionHtml: `<p>${half} cut</p>`, descriptionText: '' }),
  posting(4, { descriptionText: 'only text', places: [{ text: 'Leeds', city: null, region: null, country: null }] }),
];

describe('a batch of postings', () => {
  test('is unpacked as it was packed, to the hash', () => {
    const unpacked = unpackPostings(packPostings(postings));
    expect(unpacked).toEqual(postings);
    expect(unpacked.map(hashOfPosting)).toEqual(postings.map(hashOfPosting));
  });

  test('of no postings is empty', () => {
    expect(unpackPostings(packPostings([]))).toEqual([]);
  });
});
