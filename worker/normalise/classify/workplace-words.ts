import type { Workplace } from '../../../shared/words/words.js';
import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';

const word =
  '(?:one|two|three|four|einem|einen|ein|zwei|drei|vier|une?|deux|trois|quatre|uno?|dos|tres|cuatro|een|twee|drie|vier|um|dois|duas|due|tre|quattro|jeden|dwa|trzy|a few|few|several|some|a couple of|ein paar|einige|einigen|quelques|algunos|alcuni|enkele|een paar|kilka)';
/** "2", "two to three", "3-5": numbers of days a week, the lower end below five, as a part of patterns. */
export const range = `(?:(?<![\\p{N}.,])[1-4](?!\\p{N})|${word})(?: ?(?:-|to|or|bis|oder|a|o|of|do|ou|y|und)? ?(?:[1-5]|five|${word}))?(?:\\+| plus)?`;

/** Words for remote work in the languages of the boards, as `foldForMatching` writes them. */
const remote =
  'remote|remotely|remotes|telecommut*|telework*|work(?:ing)? from (?:home|anywhere)|wfh|wfa|home based|homebased|home office|homeoffice|telearbeit|fernarbeit|heimarbeit|von (?:zu hause|zuhause)|teletravail*|tele travail|distanciel|a distance|teletrabajo|teletrabajar|en remoto|remot[oa]s?|a distancia|desde casa|thuiswerk*|vanuit huis|op afstand|teletrabalho|de casa|home working|da casa|telelavoro|zdaln*|z domu|pa distans|etatyo';
const unspacedRemote = 'リモート|在宅|远程|遠端|재택|원격';

/** Words for a workplace field; the first match counts. Short words are unambiguous only there. */
export const workplaceFieldWords: readonly { workplace: Workplace | null; word: Pick<RegExp, 'test'> }[] = [
  {
    workplace: 'on site',
    word: new RegExp(
      `(?<!\\p{L})(?:no|not|non|kein|keine|pas de|sans|sin|sem|senza|geen|brak|bez) ?(?:100 ?% |fully )?${anyWord(remote)}|${anyWord(remote)}(?: work)?(?: ?:| is| ist)? ?(?:not|nicht|no|non|nie|none|niet)(?!\\p{L})`,
      'u',
    ),
  },
  {
    workplace: null,
    word: new RegExp(anyWord('remote friendly|temporarily remote|remote during covid|remote for now'), 'u'),
  },
  {
    workplace: 'hybrid',
    word: new RegExp(
      `${anyWord(
        'hybrid*|hibrid*|ibrid[oaie]|hybryd*|semi ?presencial|semi remote|blended|part(?:ly|ial|ially)? remote|mobile[sn]? arbeiten|mobile arbeit|mobile working|smart ?working|lavoro agile|deels thuis|deels op kantoor|mix of office and home|ハイブリッド|混合|하이브리드',
      )}|${partlyRemote(remote)}`,
      'u',
    ),
  },
  { workplace: 'hybrid', word: remoteDays(remote) },
  {
    workplace: 'hybrid',
    word: new RegExp(
      `(?=.*${anyWord(`${remote}|${unspacedRemote}`)}).*${anyWord('on site|onsite|in office|(?<!home )office|in person|vor ort|buro|sur site|presentiel|presencial|op locatie|kantoor|in sede|in presenza|stacjonarn*|biurze')}`,
      'u',
    ),
  },
  { workplace: 'remote', word: new RegExp(anyWord(`${remote}|virtual|anywhere|worldwide|${unspacedRemote}`), 'u') },
  {
    workplace: 'on site',
    word: new RegExp(
      anyWord(
        'on site|onsite|in office|in the office|in person|office based|office|site based|on premises?|on location|in store|vor ort|prasenz*|im buro|buro|sur site|sur place|presentiel|au bureau|presencial|presenciais|en oficina|oficina|en sitio|op locatie|op kantoor|kantoor|in sede|in presenza|in ufficio|no escritorio|stacjonarn*|w biurze|na miejscu|pa plats|出社|现场|사무실',
      ),
      'u',
    ),
  },
];

/** "Homeoffice möglich", "occasional remote": a pattern for part-time remote work. */
function partlyRemote(words: string): string {
  const some =
    'partial|partially|partly|part|occasional|occasionally|optional|some|possible|partiel|occasionnel|ponctuel|eventuel|exceptionnel|regelmassig|tageweise|zeitweise|parcial|parziale|teilweise|anteilig|gelegentlich|moglich|posible|possibile|mogelijk|gedeeltelijk|deels|czesciowo|czesciow[aey]|mozliwosc|flexible|nach absprache|nach vereinbarung|by arrangement|on request|a convenir';
  const before = `${anyWord(some)} (?:\\p{L}+ ){0,1}${anyWord(words)}`;
  const behind = `${anyWord(words)}(?: (?:ist|work|arbeit|travail|option))? ?[(:,-]? ?(?:${anyWord(some)}|option(?:al|en)?|moglichkeit)`;
  return `${before}|${behind}`;
}

/** "2 days remote", "teletravail 3 jours": rare in texts, so the pattern is compiled on first use. */
function remoteDays(words: string): Pick<RegExp, 'test'> {
  const days = `${range} ?(?:days?|tagen?|tage|jours?|j(?=/)|dias?|dagen?|giorni|giorno|dni|x)`;
  const beside = new RegExp(`${days}[^.;|]{0,20}${anyWord(words)}|${anyWord(words)}[^.;|]{0,20}${days}`, 'u');
  return { test: (text) => nameOfDays.test(text) && beside.test(text) };
}

const nameOfDays = /day|tag|jour|j\/|dia|dag|giorn|dni|[^\p{L}]x/u;

/** Uses of "remote", "hybrid" or "on site" that do not mean a workplace. */
export const otherThings = new RegExp(patternOf('workplace other things'), 'gu');

/** "Not fully remote" states neither a share of remote work nor that the job is on site. */
export const notWholly =
  /(?<!\p{L})(?:not|n't) (?:a |an |be )?(?:fully|100 ?%|entirely|completely|exclusively) remote(?: \p{L}+)?/gu;

const mode = '(?:remote(?:ly)?|hybrid|on ?site|in office|in person)';
const refusedModes = new RegExp(
  `(?<!\\p{L})(?:(?<start>(?:can)?not|no|never|unable|\\p{L}{2,6}n't)|neither|nor)(?<words>(?: (?!this|that|these|the|our|your|only|just|necessarily|always|yet|sure|if|whether|fully|entirely|completely|exclusively|matter|more)\\p{L}+){0,4}?) (?<modes>${mode}(?: ?(?:,|/|,? or|,? nor|,? and) ?(?:an? |fully )?${mode})*)(?!-?first)`,
  'gu',
);

/**
 * Applies a refusal to every workplace it refuses: "not a remote or hybrid position" becomes "not a remote position",
 * and "not a hybrid role" states no workplace.
 */
export function withinRefusals(text: string): string {
  if (!refusalWord.test(text)) return text;
  return text.replace(refusedModes, (...found) => {
    const [groups] = found.slice(-1) as [{ start?: string; words: string; modes: string }];
    const [remote] = /remote(?:ly)?/.exec(groups.modes) ?? [];
    return remote === undefined ? ' ' : `${groups.start ?? 'not'}${groups.words} ${remote}`;
  });
}

const refusalWord = /(?<!\p{L})(?:not|no|cannot|never|neither|nor|unable)(?!\p{L})|n't/u;

/** Offers and facilities on site, which do not say where the work is done. */
export const thingsOnSite = new RegExp(patternOf('workplace things on site'), 'gu');

const remoteInTitles = 'remote|home ?office|teletravail|teletrabajo|thuiswerken|zdaln*';

/** Title words for the workplace, applied after those things are removed. */
export const titleWords: readonly { workplace: Workplace; word: Pick<RegExp, 'test'> }[] = [
  {
    workplace: 'hybrid',
    word: new RegExp(
      `${anyWord('hybrid|hybride|hybrides|hibrid[oa]|ibrid[oa]|hybrydow*|semipresencial|mobiles arbeiten|remote (?:or|und|oder|ou|o|of|lub) (?:hybrid*|on site|onsite|office|vor ort)')}|${partlyRemote(remoteInTitles)}|${anyWord('remote ?[/|&] ?(?:on site|office|vor ort|presencial)|(?:on site|vor ort|presencial) ?[/|&] ?remot[eo]')}`,
      'u',
    ),
  },
  { workplace: 'hybrid', word: remoteDays(remoteInTitles) },
  {
    workplace: 'remote',
    word: new RegExp(
      `${anyWord('remote|remotes|homeoffice|im home office|telecommute|telework|work from home|work at home|wfh|teletravail|teletrabajo|teletrabalho|remot[oa]|thuiswerk|thuiswerken|op afstand|da remoto|zdaln*|リモート|在宅')}|[(\\[] ?home office`,
      'u',
    ),
  },
  {
    workplace: 'on site',
    word: new RegExp(
      anyWord(
        'on site|onsite|in office|in person(?! sales)|office based|vor ort|en presentiel|sur site|presencial|op locatie|in sede|in presenza|stacjonarn*',
      ),
      'u',
    ),
  },
];
