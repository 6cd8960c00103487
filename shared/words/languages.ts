import { createVocabulary } from './vocabulary.js';

/** The languages that postings are read in, by ISO 639-1 code, with their English and native names. */
export const languages = createVocabulary({
  en: ['english'],
  de: ['german', 'deutsch'],
  fr: ['french', 'français'],
  es: ['spanish', 'español'],
  pt: ['portuguese', 'português'],
  it: ['italian', 'italiano'],
  nl: ['dutch', 'nederlands'],
  pl: ['polish', 'polski'],
  sv: ['swedish', 'svenska'],
  da: ['danish', 'dansk'],
  no: ['norwegian', 'norsk', 'nb', 'nn'],
  fi: ['finnish', 'suomi'],
  cs: ['czech', 'čeština'],
  sk: ['slovak', 'slovenčina'],
  hu: ['hungarian', 'magyar'],
  ro: ['romanian', 'română'],
  tr: ['turkish', 'türkçe'],
  hr: ['croatian', 'hrvatski'],
  id: ['indonesian', 'indonesia'],
  vi: ['vietnamese', 'tiếng việt'],
  et: ['estonian', 'eesti'],
  lt: ['lithuanian', 'lietuvių'],
  lv: ['latvian', 'latviešu'],
  ca: ['catalan', 'català'],
  ja: ['japanese', '日本語'],
  ko: ['korean', '한국어'],
  zh: ['chinese', '中文'],
  uk: ['ukrainian', 'українська'],
  ru: ['russian', 'русский'],
  bg: ['bulgarian', 'български'],
  el: ['greek', 'ελληνικά'],
  he: ['hebrew', 'עברית'],
  ar: ['arabic', 'العربية'],
  th: ['thai', 'ไทย'],
  hi: ['hindi', 'हिन्दी'],
});
export type Language = (typeof languages.words)[number];

/** The English name of a language: "German"; the code of one that is not in the table. */
export function languageName(code: string): string {
  const name = languages.understood[code as Language]?.[0] ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The number of a language in a column: its place in the table, from 1; 0 = none, or an unread language. */
export const languageNumber = (code: string | null): number =>
  (languages.words as readonly (string | null)[]).indexOf(code) + 1;
