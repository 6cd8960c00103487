/**
 * Endings and letters in which two spellings of a word differ, each replaced by one form: British and American English, and
 * the forms of job titles for women and men. The result is only compared, never shown.
 */
const rules: readonly [written: RegExp, instead: string][] = [
  [/is(e|ed|er|ing|ation|ational)$/, 'iz$1'],
  [/ys(e|ed|er|ing)$/, 'yz$1'],
  [/(?<=[bdlmnrv])our(?=$|ed$|ing$|al$|er$|able$|it)/, 'or'],
  [/(?<=[bt])re$/, 'er'],
  [/ogue$/, 'og'],
  [/amme(?=$|r$|d$)/, 'am'],
  [/(?<=\w\we)ll(?=(?:ing|ed|er|or|ery)$)/, 'l'],
  [/(?<=[bcdghlmnpt])ae(?=[dmnosrt])/, 'e'],
  [/^(licen|defen|offen|preten)ce/, '$1se'],
  [/^practise/, 'practice'],
  [/(?<=(?:er|eur|or|ist|ent|ant|gog))in(?:nen)?$/, ''],
  [/(?<=\w{3})euse$/, 'eur'],
  [/(?<=\w{3})trice$/, 'teur'],
  [/(?<=\w{3})iere$/, 'ier'],
  [/(?<=\w{3}ad)ora$/, 'or'],
];

/** Matches every word that any rule changes: most words do not match, and skip the rules. */
const mayChange =
  /(?:is(?:e|ed|er|ing|ation|ational)|ys(?:e|ed|er|ing)|[bt]re|ogue|ll(?:ing|ed|er|or|ery)|ce|se|in(?:nen)?|euse|trice|iere|ora)$|our|amm|ae/;

/** One form for all spellings of a word: "organisation" becomes "organization", "centre" "center". */
export function oneSpelling(word: string): string {
  if (word.length < 5 || !mayChange.test(word)) return word;
  let spelt = word;
  for (const [written, instead] of rules) spelt = spelt.replace(written, instead);
  return spelt;
}
