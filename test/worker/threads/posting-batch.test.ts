import { describe, expect, test } from '@jest/globals';
import { emptyPosting, hashOfPosting, type Posting } from '../../../worker/sources/posting.js';
import { bytesOfTexts, holdPostings, packPostings, unpackPostings } from '../../../worker/threads/posting-batch.js';

const posting = (at: number, more: Partial<Posting>): Posting => ({
  ...emptyPosting(`Cook ${at}`, `https://x.example/${at}`),
  ...more,
});
/** The first half of a surrogate pair, which UTF-8 cannot express. */
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

  test('holds descriptions as bytes until they are read', () => {
    const held = holdPostings(packPostings(postings));
    expect(held).toEqual(postings);
    expect({ ...held[0] }).toEqual(postings[0]);
    // In UTF-8; the text that UTF-8 cannot express is not among them.
    expect(held.map(bytesOfTexts)).toEqual([Buffer.byteLength('<p>Größe 北京 🙂</p>plain'), 0, 0, 9]);
  });

  test('packs held postings again, in any order and beside others', () => {
    const held = holdPostings(packPostings(postings));
    const chosen = [held[3], postings[0], held[2], held[0]].filter((each) => each !== undefined);
    const again = unpackPostings(packPostings(chosen));
    expect(again).toEqual([postings[3], postings[0], postings[2], postings[0]]);
  });

  test('of no postings is empty', () => {
    expect(unpackPostings(packPostings([]))).toEqual([]);
  });
});
