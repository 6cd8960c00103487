import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodePage } from '../../../worker/fetch/decode-page.js';
import type { ReceivedPage } from '../../../worker/sources/source.js';

const received = (body: Uint8Array, contentType = 'application/json'): ReceivedPage => ({
  url: 'https://board.example/jobs',
  contentType,
  body,
  rendered: false,
});

describe('the body of a response', () => {
  test('is decoded like a web page, be it UTF-8 or not, with a byte order mark or without', () => {
    const parts = fc.constantFrom(
      [0xef, 0xbb, 0xbf],
      [0xc3, 0xa9],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98, 0x80],
      [0xff],
      [0x61],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), (all) => {
        const bytes = Uint8Array.from(all.flat());
        const { body } = decodePage(received(bytes), { accept: 'xml' });
        expect(body).toBe(new TextDecoder('utf-8').decode(bytes));
      }),
      { numRuns: 300 },
    );
  });

  test('is decoded by the charset that its type states', () => {
    const page = received(Uint8Array.of(0x5b, 0x22, 0xe9, 0x22, 0x5d), 'application/json; charset=iso-8859-1');
    expect(decodePage(page, { accept: 'json' }).body).toBe('["é"]');
  });

  test('may begin within a larger piece of memory', () => {
    const bytes = Buffer.from('xx{"jobs":[]}xx').subarray(2, 13);
    expect(decodePage(received(bytes), { accept: 'json' }).body).toBe('{"jobs":[]}');
  });

  test('is refused when its JSON nests too deeply', () => {
    const page = received(Buffer.from('['.repeat(5000)));
    expect(() => decodePage(page, { accept: 'json' })).toThrow('nests deeper');
  });
});
