import { describe, expect, test } from '@jest/globals';
import { findWords } from '../../../../worker/normalise/languages/find-words.js';
import { languageTables, parseLanguage, wordKeys } from '../../../../worker/normalise/languages/language-tables.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

describe('the tables of languages', () => {
  test.each(languageTables().map(({ code, rows }) => ({ code, rows })))(
    'find every entry of "$code"',
    ({ code, rows }) => {
      const unreachable = wordKeys.flatMap((key) =>
        (rows.get(key) ?? []).filter((entry) => {
          const text = `we ${entry.replaceAll(' ~ ', ' ').replace(/ ?~$/, ' sure').replaceAll('*', 'a').replaceAll(' :', ':')} ok`;
          return !findWords(text).some((found) => found.key === key && found.language === code);
        }),
      );
      expect(unreachable).toEqual([]);
    },
  );

  test('are read with their spellings, and refuse lines that are none', () => {
    expect(parseLanguage('xx', '# Xx\nremote\tremot(o/a)|de casa').rows.get('remote')).toEqual([
      'remoto',
      'remota',
      'de casa',
    ]);
    expect(() => parseLanguage('xx', 'far\taway')).toThrow('"far');
    expect(() => parseLanguage('xx', 'remote far')).toThrow('"remote far"');
  });
});

describe('words', () => {
  const keysIn = (text: string) => findWords(text).map(({ key, from, to }) => `${key} ${text.slice(from, to)}`);

  test('are found without their marks, across hyphens, and only where a word begins', () => {
    expect(keysIn('TÉLÉTRAVAIL possible')).toContain('away TÉLÉTRAVAIL');
    expect(keysIn('Home-Office')).toContain('away Home-Office');
    expect(keysIn('unvollzeit')).toEqual([]);
    expect(keysIn('勤務形態：フルタイム')).toContain('full time フルタイム');
  });

  test('of a huge text are found quickly', () => {
    expect(cpuMs(() => findWords('nicht remote möglich '.repeat(20_000)), 400, 3)).toBeLessThan(2000);
  });
});
