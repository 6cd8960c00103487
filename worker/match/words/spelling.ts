/**
 * Endings and letters two spellings of one word differ in, each written the shorter way: British and American English,
 * and the forms job titles have for women and men. What comes out is compared, never shown.
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

/** Letters any rule needs at a word's end, or inside it: most words have none and are left at once. */
const may =
  /(?:is(?:e|ed|er|ing|ation|ational)|ys(?:e|ed|er|ing)|[bt]re|ogue|ll(?:ing|ed|er|or|ery)|ce|se|in(?:nen)?|euse|trice|iere|ora)$|our|amm|ae/;

/** One spelling of a word for all its spellings: "organisation" is "organization", "centre" is "center". */
export function oneSpelling(word: string): string {
  if (word.length < 5 || !may.test(word)) return word;
  let spelt = word;
  for (const [written, instead] of rules) spelt = spelt.replace(written, instead);
  return spelt;
}
