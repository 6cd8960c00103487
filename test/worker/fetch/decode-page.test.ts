import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodePage, decoderFor } from '../../../worker/fetch/decode-page.js';
import type { ReceivedPage } from '../../../worker/sources/source.js';

const received = (body: Uint8Array, contentType = 'application/json'): ReceivedPage => ({
  url: 'https://board.example/jobs',
  contentType,
  body,
  rendered: false,
});

/** Letters whose code in a charset of one byte is not that of Unicode. */
const inOneByte: Record<string, Record<string, number>> = {
  ą: { 'iso-8859-2': 0xb1 },
  ż: { 'iso-8859-2': 0xbf },
  Ł: { 'iso-8859-2': 0xa3 },
  '–': { 'utf-8': 0x96 },
  '€': { 'utf-8': 0x80 },
};

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
        const text = new TextDecoder('utf-8').decode(bytes);
        // Bytes that are mostly no UTF-8 are those of another charset.
        if (isUtf8(bytes)) expect(body).toBe(text);
        else expect(body === text || !body.includes('\ufffd')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is decoded by the charset that its type states', () => {
    const page = received(Uint8Array.of(0x5b, 0x22, 0xe9, 0x22, 0x5d), 'application/json; charset=iso-8859-1');
    expect(decodePage(page, { accept: 'json' }).body).toBe('["é"]');
  });

  test.each([
    ['the XML declaration where the header is wrong', 'text/xml; charset=utf-8', 'iso-8859-2', 'Łąży'],
    ['windows-1252 where both are wrong', 'text/xml; charset=utf-8', 'utf-8', 'Küche – 50 €'],
  ])('is decoded by %s', (_, contentType, declared, text) => {
    const bytes = Buffer.concat([
      Buffer.from(`<?xml version="1.0" encoding="${declared}"?><title>`),
      Buffer.from([...text].map((letter) => inOneByte[letter]?.[declared] ?? letter.charCodeAt(0))),
    ]);
    expect(decodePage(received(bytes, contentType), { accept: 'xml' }).body).toMatch(new RegExp(`<title>${text}$`));
  });

  test('keeps the valid part of UTF-8 of which a byte is lost', () => {
    const bytes = Buffer.concat([Buffer.from('Köche für Zürich'), Buffer.of(0xe4)]);
    expect(decodePage(received(bytes, 'text/html; charset=utf-8'), { accept: 'page' }).body).toBe(
      'Köche für Zürich\ufffd',
    );
  });

  test.each(['utf16le', 'utf16be'])('may be %s, with a byte order mark or without', (encoding) => {
    const xml = '<?xml version="1.0" encoding="utf-16"?><title>Köchin</title>';
    for (const text of [xml, `\ufeff${xml}`]) {
      const bytes = Buffer.from(text, 'utf16le');
      if (encoding === 'utf16be') bytes.swap16();
      expect(decodePage(received(bytes, 'text/xml; charset=utf-8'), { accept: 'xml' }).body).toBe(xml);
    }
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

test('a charset has one decoder, in whatever case its label is written', () => {
  expect(decoderFor('csISOLatinCyrillic')).toBe(decoderFor('CSisolatincyrillic'));
});
