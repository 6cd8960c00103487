import { cutWords } from '../../../shared/keyword/cut-words.js';
import { factTerm } from '../../../shared/keyword/fact-operators.js';
import { aliasOf } from '../../../shared/keyword/word-aliases.js';
import { isOtherLetter } from '../../../shared/skills/skill-context.js';

/**
 * Technologies whose names are ordinary words or single letters. The index has a separate word for such a name
 * (`nameTerm`), where a text uses it as one: "Go" is found, "we go on" is not.
 */
export const ambiguousNames: ReadonlySet<string> = new Set('go r c swift rust dart node ts'.split(' '));

/** Names of at most two letters: next to other words they are not names by themselves ("Series C", "TS clearance"). */
const isShort = (name: string): boolean => name.length <= 2 && name !== 'go';

/** The index word for the name of a technology; its last part has no stem. */
export const nameTerm = (name: string): string => factTerm(name, 'name');

/** The index word that a plain word of a keyword means. */
export const nameOrWord = (word: string): string => (ambiguousNames.has(word) ? nameTerm(word) : word);

const plainWords: ReadonlyMap<string, string> = new Map(
  [...ambiguousNames, 'am', 'pm'].map((name) => [nameTerm(name), name]),
);

/** An index word in its usual spelling. */
export const plainWord = (word: string): string => plainWords.get(word) ?? word;

const technologies: ReadonlySet<string> = new Set(
  'java python ruby scala kotlin php perl javascript typescript golang cplusplus csharp fsharp objectivec clojure elixir erlang haskell lua julia matlab sas stata spss groovy cobol fortran bash powershell shell sql nosql html css dotnet nodejs react angular vue django rails flask spring laravel express nextjs graphql grpc protobuf kubernetes docker terraform ansible puppet aws gcp azure linux unix kafka rabbitmq redis postgres mysql mongodb cassandra dynamodb elasticsearch spark hadoop airflow snowflake tableau excel pandas numpy tensorflow pytorch ios android flutter xcode swiftui jenkins git nginx wasm webassembly assembly solidity zig nim ocaml vba delphi pascal verilog vhdl simulink mathematica redux couchbase memcached backbone coffeescript ecmascript es6 cuda opencl lisp prolog smalltalk microservices hive bigquery prometheus grafana helm arduino npm webpack babel meteor'.split(
    ' ',
  ),
);

type Kind = 'title' | 'tag' | 'text';

/** The text before a word is checked last: few occurrences have one of these words. */
const mention =
  /\b(?:[CRcr]|[Gg]o|GO|[Ss]wift|SWIFT|[Rr]ust|RUST|[Dd]art|DART|[Nn]ode|NODE|TS|ts)\b(?![À-ɏ@+#’']|\.\w)(?<![À-ɏ@.’'-]\w{1,5})/g;

/** Characters read before and after a mention. */
const around = 40;

/** Mentions of a text whose context is read; a text with more is a list of letters. */
const mostMentions = 1000;

/** A text with names of technologies replaced by their index words; linear. */
export function markNames(text: string, kind: Kind): string {
  let mentions = 0;
  return text.replace(mention, (word, at: number) => {
    mentions += 1;
    if (mentions > mostMentions) return word;
    const before = text.slice(Math.max(0, at - around), at);
    const after = text.slice(at + word.length, at + word.length + around);
    return isName(word, { before, after, kind, isWork: kind === 'title' && work.test(text) })
      ? nameTerm(word.toLowerCase())
      : word;
  });
}

/**
 * Index words for one-letter names that the skill table found in a posting but its indexed texts lack: so the keyword R
 * finds each posting whose skills name it.
 */
export const unmarkedNames = (skills: readonly string[], texts: readonly string[]): string[] =>
  skills.flatMap((skill) => {
    const name = skill.toLowerCase();
    const term = name.length === 1 && ambiguousNames.has(name) ? nameTerm(name) : null;
    return term === null || texts.some((text) => text.includes(term)) ? [] : [term];
  });

type Context = { before: string; after: string; kind: Kind; isWork: boolean };

/** Text that only follows a technology, in any letter case. */
const surelyBehind =
  /^[ -](?:lang|language|programming|software|programmierung|programmers?|developers?|devs?|development|engineers?|entwickler\p{L}*|entwicklung|d[eé]veloppeur\p{L}*|desarrollador\p{L}*|kenntnisse|microservices?|codebase|backends?|back-end)(?!\p{L})/iu;

/** Text that follows a capitalised name. */
const likelyBehind =
  /^(?:[ -](?:based|powered|services?|code|experience|skills?|scripts?|scripting|applications?|apps?|modules?|packages?|library|libraries|runtime|stack|tooling|tools|projects?|servers?|engineering|platform|ecosystem|expertise|knowledge|standard|compiler|team|api|apis|sdk|is|preferred|required)(?!\p{L})| a plus)/iu;

/** The title of a programmer. */
const work =
  /developer|engineer|programmer|software|entwickler|d[eé]veloppeur|desarrollador|back-?end|front-?end|full-?stack|scientist|analyst/i;

/** Where a part of a title or of a sentence ends. */
const ends = /^(?: ?$| ?[,.;:)\]|•·(\n/–—]| - | (?:and|or|und|oder|et|ou|y|as|is)(?!\p{L}))/u;
const begins = /(?:^|[([|,;:–—/]| [&-]| and) ?$/;

const sentenceStart = /(?:^|[.!?:\n•·*|>]|(?:^|\n)[-–—]| [-–—]) *$/;
const afterVerb = /(?:^|[\s(])(?:in|with|using|use|uses|used|know|knows|learn|learning|mit|avec|con|en|em|w) $/i;
const afterKind =
  /(?:^|[\s(])(?:in|with|using|use|uses|used|know|knows|learn|learning|mit|avec|con|en|em|embedded|ansi|modern|strong|plain|idiomatic) $/i;
/** Words before "Go" as a verb or a noun, capitalised in headings. */
const beforeVerb = /(?:^|[\s(])(?:the|will|can|you|we|they|must|should|who|on|let's|good|way|ready to) $/i;
const behindCapital = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&.'’é]*[ -]+$/u;

function isName(word: string, { before, after, kind, isWork }: Context): boolean {
  const name = word.toLowerCase();
  const isCapital = word !== name;
  if (isPartOfAnother(before, after) || (word.length === 1 && isOtherLetter(before, after))) return false;
  if (isBesideTechnology(before, after)) return true;
  if (kind === 'tag') return before.trim() === '' && after.trim() === '';
  if (surelyBehind.test(after)) return true;
  const isLikely = isCapital && likelyBehind.test(after);
  if (after.startsWith('-') || (isShort(name) && (!isCapital || name === 'ts'))) return isLikely;
  if (kind === 'title') return isWork && !before.endsWith('/') && (isLikely || isPartOfTitle(name, before, after));
  if (!isCapital) return afterVerb.test(before) && ends.test(after);
  return isLikely || isNameInSentence(word, before, after);
}

/** Whether a word in capitals of a sentence names a technology, by the words around it. */
function isNameInSentence(word: string, before: string, after: string): boolean {
  if (isShort(word.toLowerCase())) return afterKind.test(before) && ends.test(after);
  if (word === word.toUpperCase() || (word === 'Go' && beforeVerb.test(before))) return false;
  if (sentenceStart.test(before)) return ends.test(after);
  return !behindCapital.test(before) && !/^ (?:\p{Lu}|to(?!\p{L}))/u.test(after);
}

/** At the end of a part of a job title; "go" also ends the names of games. */
const isPartOfTitle = (name: string, before: string, after: string): boolean =>
  ends.test(after) && ((name !== 'go' && !isShort(name)) || begins.test(before));

/** "Objective C", "Node JS" are other names; "R & D" is not one. */
const isPartOfAnother = (before: string, after: string): boolean =>
  /objective[ \u2010\u2011-]$/i.test(before) || /^ (?:js(?!\p{L})|sharp|plus plus|& D(?!\p{L}))/iu.test(after);

const conjunction = '(?:and|or|to|vs|und|oder|et|ou|y|e|o|oraz|i)';
const listedBefore = new RegExp(
  `(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}+#.]*(?<!\\.))(?<marks>[\\s,;/&+|•·()⬪*-]+)(?<joint>${conjunction} )?$`,
  'u',
);
const listedAfter = new RegExp(
  `^(?<marks>[\\s,;/&+|•·()⬪*-]+)(?<joint>${conjunction} )?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}+#.]*)`,
  'u',
);
const listMark = /[,;/&+|•·(⬪*\n]/;

/** Whether it is listed next to another technology: "Python, Go", "C/C++", "Rust and Go", "Go (Golang)". */
const isBesideTechnology = (before: string, after: string): boolean =>
  [listedBefore.exec(before), listedAfter.exec(after)].some((found) => {
    const { name = '', marks = '', joint } = found?.groups ?? {};
    return (joint !== undefined || listMark.test(marks)) && isTechnology(name);
  });

function isTechnology(written: string): boolean {
  const [word = '', ...more] = cutWords(written.replace(/\.$/, ''));
  if (more.length > 0) return false;
  const known = aliasOf(word);
  return technologies.has(known) || (!isShort(known) && ambiguousNames.has(known) && written !== word);
}
