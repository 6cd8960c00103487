import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { repairEncoding } from '../../../../worker/normalise/text/repair-encoding.js';

/** UTF-8 read as Latin-1. */
const misread = (text: string): string => Buffer.from(text).toString('latin1');

describe('a text in a wrong encoding', () => {
  test.each([
    ['MÃ¼nchen', 'München'],
    ['SÃ£o Paulo', 'São Paulo'],
    ['weâ€™re hiring â€“ apply', 'we’re hiring – apply'],
    ['CafÃƒÂ©', 'Café'],
    ['50\u00c2\u00a0000\u00c2\u00a0â‚¬', '50\u00a0000\u00a0€'],
    [misread('Инженер'), 'Инженер'],
    [misread('東京都'), '東京都'],
  ])('%j is repaired', (text, expected) => {
    expect(repairEncoding(text)).toBe(expected);
  });

  test.each([
    'München',
    'SÃO PAULO',
    '“IRMÃ…”',
    'voilà…”',
    'le ‘café’”',
    'Ångström – Ørsted',
    '„HÖ“',
    '20 °C',
    'naïve',
    '',
  ])('%j is right and stays', (text) => {
    expect(repairEncoding(text)).toBe(text);
  });

  test('repairs any text with several letters beyond ASCII, and leaves ASCII', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[äöüéèñçãõ]{1,20}$/), (text) => {
        expect(repairEncoding(misread(text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(repairEncoding(text)).toBe(text);
      }),
    );
  });
});
