/** Nouns for people: the last word of most roles. */
const people = new Set(
  `engineer developer dev programmer coder designer manager scientist analyst architect lead director cofounder
  co-founder marketer researcher recruiter writer specialist advocate consultant administrator admin sysadmin sre swe sdet
  intern cto ceo coo vp executive representative rep agent hacker coordinator technician accountant strategist producer
  editor artist animator tester evangelist generalist expert interviewer associate officer assistant statistician
  mathematician economist tutor instructor machinist attorney counsel paralegal copywriter illustrator
  copyeditor bookkeeper translator journalist photographer physicist chemist biologist
  bioinformatician postdoc roboticist cryptographer devops apprentice craftsman craftsmen craftspeople craftsperson`
    .split(/\s+/)
    .flatMap((noun) => [noun, noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`])
    // "Qualified leads" are no people.
    .filter((noun) => noun !== 'leads'),
);

/** Nouns for people that follow others in a text, and are no role by themselves. */
const weakPeople = new Set([
  'associate',
  'associates',
  'expert',
  'experts',
  'partner',
  'partners',
  'fellow',
  'fellows',
  'lead',
  'leads',
  'contractor',
  'contractors',
  'hacker',
  'agent',
  'agents',
  'operator',
  'operators',
  'artist',
  'artists',
  'executive',
  'executives',
  'founder',
  'founders',
  'teacher',
  'teachers',
  'rockstar',
  'rockstars',
  'nurse',
  'nurses',
  'dev',
  'trainer',
  'trainers',
  'buyer',
  'buyers',
  'editor',
  'editors',
  'assistant',
  'assistants',
  'officer',
  'officers',
  'specialists',
  'generalists',
  'writer',
  'counsel',
  'attorney',
  'attorneys',
  'rep',
  'reps',
]);

/** Words of a discipline or a level: before "and" they go with what follows it ("frontend and backend engineers"). */
const discipline =
  /^(?:sr|jr|senior|junior|mid|mid-level|midlevel|mid-senior|lead|staff|principal|front|back|full|front-?end|back-?end|full-?stack|web|mobile|ios|android|data|software|hardware|firmware|embedded|systems?|network|security|cloud|machine|learning|ml|ai|devops|qa|test|product|project|ux|ui|ui\/ux|ux\/ui|design|sales|marketing|growth|research|python|ruby|rails|java|javascript|js|node|nodejs|node\.js|react|angular|php|go|golang|rust|scala|clojure|c\+\+|c#|\.net|haskell|elixir|erlang|swift|kotlin|django|unity|linux|infrastructure|platform|backend|frontend|business|customer|technical|solutions?|support|operations?|ops|site|reliability|big|computer|vision|deep|game|graphics|audio|video|algorithms?|quantitative|financial|applied|api|database|search|applications?|application|functional|digital|content|account|technology|experience|desktop|electrical|mechanical|industrial|distributed|visualization|automation|analytics|science|team|tech|it|hr|c|r|sw|hw)$/i;

/** Praise and numbers in front of a role, which are no part of it. */
const filler = new Set(
  `a an the our one two three four five several some few couple many multiple various another more additional new next first
  second third 1st 2nd 3rd 4th 5th great good talented experienced skilled strong smart friendly dedicated motivated
  self-motivated passionate amazing awesome excellent exceptional outstanding top top-notch notch kick-ass badass rockstar
  stellar solid brilliant bright creative energetic driven ambitious curious fun hungry hard-working hardworking capable
  competent versatile innovative proactive detail-oriented world-class seasoned enthusiastic onsite on-site remote full-time
  fulltime part-time permanent local best most also all types kinds of different both world class and & or exciting open
  currently now qualified like-minded well-rounded proven highly very really extremely diligent product-minded interested
  mission-driven data-driven team additional key early wicked sharp thoughtful pragmatic humble kind nice super crazy clever
  at least up to lots number range for potential future immediate adventurous fearless inventive variety host bunch handful pool`.split(
    /\s+/,
  ),
);

/** Words that end a role before or behind: verbs, pronouns, prepositions. */
const stops = new Set(
  `we you your us i me my he she they it its this that these those there here is are was were be been being am will would can
  could should may might must have has had do does did who whom whose which what when where why how if then than to in on at
  by from with without into as about over under between through during before after because so but nor not no yes please
  apply join joined looking hiring hire seeking seek need needs needed want wants searching recruiting recruit add adding grow
  growing expanding build building help helping work working make making our's we're we've we'll i'm you'll you're they're
  other fellow their his her every each any include including includes like such etc via per plus using use used become
  becoming already always never allow allows allowing enable enables enabling let lets help helps finding find meet meeting
  typical empower empowers empowering turned give gives giving team's within across around along among towards against available wanted role roles position positions opening
  openings job jobs opportunity opportunities title careers career hello hi hey contact email ideally preferably`.split(
    /\s+/,
  ),
);

/** Words that announce who is sought, up to some words before the role. */
const seeking =
  /\b(?:hir(?:e|es|ing)|looking|seek(?:s|ing)?|need(?:s|ed)?|want(?:s|ed)?|search(?:ing)?|recruit(?:s|ing)?|add(?:ing)?|bring|openings?|positions?|roles?|opportunit(?:y|ies)|join (?:us|our|the)|as an?|as our|as one of|grow(?:ing)?|expand(?:ing)?|vacanc(?:y|ies)|jobs?|require[sd]?)\b/i;
/** The words before a role among which it is announced, and those of a role. */
const seekingWithin = 16;
const roleWords = 7;

const bare = (word: string): string =>
  word.toLowerCase().replace(/^[("'“”‘’*•[\]<>~-]+|(?<![)"'“”‘’,;:.!?*[\]<>~])[)"'“”‘’,;:.!?*[\]<>~]+$/g, '');

/** Whether a word ends a phrase by its punctuation. */
const closes = (word: string): boolean => /[,;:.!?)\]]$/.test(word) && !/^(?:sr|jr|dr)\.$/i.test(word);

/** Whether a part of a line names people, not only a discipline ("Engineering"). */
export const namesPeople = (text: string): boolean =>
  text
    .split(/[\s/,()&+|-]+/)
    .some(
      (word) =>
        people.has(bare(word)) || /^(?:head|chief)$/i.test(word) || /(?:engineers?|developers?)$/i.test(bare(word)),
    );

/** Whether the word before the noun for people is a discipline: "backend engineers". */
export const namesDiscipline = (role: string): boolean => discipline.test(bare(role.split(' ').at(-2) ?? ''));

/** The role in a sentence that says who is sought; `null` when it names none. `isAnnounced`: the lines before announce it. */
export function soughtRole(sentence: string, isAnnounced = false): string | null {
  if (isAnnounced && /^\W*(?:our|the) team\b/i.test(sentence)) return null;
  const words = sentence.split(/\s+/).filter((word) => word !== '');
  for (const [at, word] of words.entries()) {
    if (!isPerson(word) || ofOthers.test(bare(word))) continue;
    if (!closes(word) && forPeople.test(bare(words[at + 1] ?? ''))) continue;
    const before = words.slice(Math.max(0, at - seekingWithin), at).join(' ');
    if (!isAnnounced && !seeking.test(before)) continue;
    const found = phraseAt(words, at);
    // "I'm the consultant that built it" announces nobody.
    if (found !== null && !(isAnnounced && /\b(?:the|our|my) (?:\S+ ){0,3}$/.test(`${before} `))) return found;
  }
  return null;
}

/** Behind a noun for people: what is made for them, and no role. */
const forPeople =
  /^(?:tools?|tooling|experience|relations|productivity|communit(?:y|ies)|platforms?|docs|documentation|portals?|apis?|services|friendly|focused|culture|conferences?|blogs?)$/;

/** Nouns that a sentence says of the people of a company or of its market: "a team of logistics experts". */
const ofOthers = /^experts?$/;

const isPerson = (word: string): boolean => {
  const plain = bare(word);
  const [one = '', other = '', ...more] = plain.split('/');
  return (
    people.has(plain) ||
    (more.length === 0 && people.has(one) && people.has(other)) ||
    /^[\w+#.-]+\/(?:[\w-]*(?:engineer|developer|designer|scientist)s?)$/.test(plain) ||
    /^(?:engineer|developer)s?\//.test(plain)
  );
};

/** The index of the head of a phrase that begins with a noun for people: "Lead Software Engineer", "engineering manager". */
function headAfter(words: readonly string[], at: number): number {
  let end = at;
  for (let next = at + 1; next < words.length && next <= end + 3; next++) {
    const word = words[next] ?? '';
    if (closes(words[next - 1] ?? '') || stops.has(bare(word)) || /^(?:and|or|&|of|for)$/i.test(word)) break;
    if (isPerson(word)) end = next;
  }
  return end;
}

/** The noun phrase around a noun for people; `null` when it is no role: the noun alone, or others' ("with engineers"). */
function phraseAt(words: readonly string[], at: number): string | null {
  const end = headAfter(words, at);
  let start = phraseStart(words, at, end);
  if (isForOthers(words, start)) return null;
  while (start < at && isFiller(words[start] ?? '')) start += 1;
  if (/^\d+$/.test(bare(words[start - 1] ?? '')) && /^(?:including|of)$/i.test(words[start - 2] ?? '')) return null;
  const previous = bare(words[start - 1] ?? '');
  if (/^(?:with|by|other|fellow|their|your|from|between|world's|of)$/.test(previous) && !filler.has(previous))
    return null;
  const phrase = words
    .slice(start, end + 1)
    .map((word, index, all) => (index === all.length - 1 ? trimmed(word) : word.replace(/^[("“*•~]+/, '')));
  const rest = /^(?:vp|head|director|chief)$/i.test(phrase.at(-1) ?? '') ? ofWhat(words, end) : [];
  const text = [...phrase, ...rest].join(' ').replace(/,$/, '');
  if (phrase.length === 1 && rest.length === 0 && weakPeople.has(bare(text))) return null;
  return text.length > 90 || !/\p{L}{2}/u.test(text) ? null : capitalised(text);
}

/** The index of the first word of a noun phrase that ends at `end`; its noun for people is at `at`. */
function phraseStart(words: readonly string[], at: number, end: number): number {
  let start = at;
  while (start > 0 && end - start < roleWords && goesWith(words, start - 1)) start -= 1;
  // A list that has lost its separators goes on before the longest role: only the words next to the noun are sure.
  if (end - start >= roleWords && start > 0 && goesWith(words, start - 1)) start = Math.max(start, at - 1);
  const article = words.findLastIndex((word, index) => index >= start && index < at && /^(?:an?|for)$/i.test(word));
  return article >= 0 ? article : start;
}

const isFiller = (word: string): boolean => filler.has(bare(word)) || /^\d{1,2}$/.test(word);

/** "A tool for marketers": whether "for" in front of a role does not belong to who is sought. */
function isForOthers(words: readonly string[], start: number): boolean {
  const at = /^for$/i.test(words[start] ?? '') ? start : start - 1;
  return /^for$/i.test(words[at] ?? '') && at > 0 && !seeks.test(bare(words[at - 1] ?? ''));
}

const seeks =
  /^(?:look|search|hir|role|position|open|opportunit|need|out$|lookout|seek|recruit|job|hunt|market|want|vacanc|interview|spot|slot|current|now$|also|list|career|room$|budget|request|call)/;

/** Whether the word at an index goes with the role behind it. */
function goesWith(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const plain = bare(word);
  if (plain === 'and' || plain === 'or' || plain === '&' || plain === '/')
    return discipline.test(bare(words[at - 1] ?? ''));
  if (closes(word) && !/[()]/.test(word)) return /,$/.test(word) && discipline.test(plain);
  if (plain === '' || /[()]/.test(word) || /^(?:-{1,2}|[–—•*|:=>]+)$/.test(word)) return false;
  return !stops.has(plain) && !/https?:|@|^\d{3,}|^#/.test(plain) && !isPersonBefore(word);
}

const isPersonBefore = (word: string): boolean =>
  isPerson(word) && !/^(?:lead|dev|devops|intern|associate|partner|executive|contractor)$/i.test(bare(word));

/** "of Engineering" behind "VP". */
function ofWhat(words: readonly string[], end: number): string[] {
  if (bare(words[end + 1] ?? '') !== 'of') return [];
  const rest: string[] = [];
  for (const word of words.slice(end + 2, end + 5)) {
    if (stops.has(bare(word)) || !/^[\p{Lu}\d&]/u.test(word)) break;
    rest.push(trimmed(word));
    if (closes(word)) break;
  }
  return rest.length === 0 ? [] : ['of', ...rest];
}

const trimmed = (word: string): string => word.replace(/^[("“*•~]+|(?<![)"”,;:.!?*~])[)"”,;:.!?*~]+$/g, '');
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A label in front of the roles of a line: "Positions: Security Engineer". */
const listLabel =
  /^(?:(?:open|current|currently|available|now) )?(?:positions?|roles?|hiring(?: for)?|openings?|job(?: title)?|title|looking for|seeking|wanted|vacanc(?:y|ies))\s?[:–-]\s?/i;

const bullet = /^[\s*•·>=+|~○●▪◦#–—-]+|^\(?\d{1,2}[.)x]?\)?\s+|^\[[^\]]{0,20}\]\s*/u;

/** The role that a line begins with: an item of a list of roles ("Data Engineer (Manila): …"); `null` = it is no such line. */
export function listedRole(line: string): string | null {
  const text = line.replace(bullet, '').replace(bullet, '').replace(listLabel, '');
  const [label = ''] = text.split(/\s?(?:[:;!?(|=[]|(?<!\b[SJ]r)\.\s|\s[–—-]+(?:\s|$)|,? https?:|\s@\s|\s\$)/u);
  const words = label.trim().split(/\s+/);
  const ofTeam = /^(?:head|vp|director|chief) of \p{L}+(?: \p{L}+)?$/iu.exec(label.trim())?.[0];
  if (ofTeam !== undefined) return capitalised(ofTeam);
  const kept = withoutClause(words.slice(0, lengthOfRole(words)));
  const at = kept.findLastIndex(isPerson);
  if (at < 0 || kept.length > 9 || !kept.slice(0, at).every(isPartOfRole) || !kept.slice(at + 1).every(isAddition))
    return null;
  const role = trimmed(kept.join(' ').replace(/,$/, ''));
  const isNounAlone =
    kept.length === 1 && (weakPeople.has(bare(role)) || !/s$|^(?:cto|ceo|vp|sre|devops)$/i.test(role));
  return isNounAlone || role.length > 90 ? null : capitalised(role);
}

/** Without what follows a comma in small letters: "PHP developers, interested in …". */
function withoutClause(words: readonly string[]): readonly string[] {
  const comma = words.findIndex(
    (word, at) =>
      word.endsWith(',') && /^\p{Ll}/u.test(words[at + 1] ?? '') && !discipline.test(bare(words[at + 1] ?? '')),
  );
  return comma < 0 ? words : words.slice(0, comma + 1);
}

/** Whether a word before the noun for people is part of a role: a discipline, a level, a name, and no verb or article. */
function isPartOfRole(word: string, at: number): boolean {
  const plain = bare(word);
  if (stops.has(plain) || /^(?:the|our|a|an|some|of|my)$/.test(plain) || /consulting|full-?time/.test(plain))
    return false;
  if (/^(?:and|or|&|\/|-)$/.test(plain) || discipline.test(plain) || filler.has(plain) || isPerson(word)) return true;
  if (word.endsWith(',')) return false;
  return /^[\p{Lu}\d.]/u.test(word)
    ? !/ing$/.test(plain) || at > 0 || /^(?:engineering|marketing|manufacturing|accounting)$/.test(plain)
    : /-|\/|ing$/.test(plain);
}

/** Whether a word behind it is: a level or the name of a team. */
const isAddition = (word: string): boolean => /^[\p{Lu}\d&/(]|^(?:and|of|or|intern|to)$/u.test(word);

/** How many words of a label are its role: up to the first that begins a clause ("engineers who …"). */
function lengthOfRole(words: readonly string[]): number {
  const end = words.findIndex(
    (word) => (stops.has(bare(word)) && !/^(?:to|at)$/i.test(word)) || /^(?:for|to|at)$/i.test(word),
  );
  return end < 0 ? words.length : end;
}
