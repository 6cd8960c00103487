import { type Workplace, workplaces } from '../../../shared/words/words.js';
import type { Evidence } from './evidence.js';
import { evidenceSentences } from './evidence-sentences.js';
import { foldForMatching } from './fold-for-matching.js';
import { workplaceLabel, workplaceSentences, workplaceStems } from './workplace-phrases.js';
import { fieldWords, otherThings, thingsOnSite, titleWords } from './workplace-words.js';

/** Fields have a few words; longer texts are read as descriptions. */
const fieldAtMost = 120;

/** The workplace: as stated, or else by the location, the title, or an explicit sentence of the description; never a default. */
export function readWorkplace(evidence: {
  stated: readonly string[];
  location: Workplace | null;
  title: string;
  description: string;
  hasRemoteRegions: boolean;
}): Evidence<Workplace> | null {
  const short = evidence.stated.filter((text) => text.length <= fieldAtMost);
  const stated = inField(short);
  if (stated !== null) return { value: stated, inferred: false, evidence: short.join(', ') };
  if (evidence.location !== null) return { value: evidence.location, inferred: false, evidence: 'location' };
  if (evidence.hasRemoteRegions) return { value: 'remote', inferred: true, evidence: 'where applicants may live' };
  const title = foldForMatching(evidence.title).replace(otherThings, ' ');
  const named = titleWords.find(({ word }) => word.test(title));
  if (named !== undefined) return { value: named.workplace, inferred: true, evidence: evidence.title };
  const long = evidence.stated.filter((text) => text.length > fieldAtMost);
  return inSentences([...long, evidence.description].join('\n'));
}

/** The workplace by the words of the field, or else by the vocabulary of requests. */
function inField(stated: readonly string[]): Workplace | null {
  const text = stated.map(foldForMatching).join(' | ');
  const found = fieldWords.find(({ word }) => word.test(text));
  if (found !== undefined) return found.workplace;
  const [known] = stated.map((each) => workplaces.read(each)).filter((word) => word !== null);
  return known ?? null;
}

/**
 * The workplace by labels and sentences about the job; `null` when they mention both remote and on-site work but never
 * hybrid.
 */
function inSentences(description: string): Evidence<Workplace> | null {
  const text = evidenceSentences(description, workplaceStems).replace(otherThings, ' ').replace(thingsOnSite, ' ');
  if (text === '') return null;
  for (const match of text.matchAll(workplaceLabel)) {
    const workplace = labelled(match[0], match.groups?.said ?? '');
    if (workplace !== null) return { value: workplace, inferred: true, evidence: match[0] };
  }
  const found = workplaceSentences
    .map(({ workplace, sentence }) => ({ workplace, words: sentence.exec(text)?.[0] }))
    .filter(({ words }) => words !== undefined);
  const [first] = found;
  if (first?.words === undefined) return null;
  const kinds = new Set(found.map(({ workplace }) => workplace));
  if (
    kinds.has('remote') &&
    kinds.has('on site') &&
    !kinds.has('hybrid') &&
    workplaceSentences[0]?.sentence.test(text) !== true
  )
    return null;
  return { value: first.workplace, inferred: true, evidence: first.words };
}

/** "Remote: yes", "Workplace: Hybrid", "Location: Austin office": only explicit words count beside a label. */
function labelled(whole: string, said: string): Workplace | null {
  if (
    /^(?:fully )?(?:remote|home ?office|teletravail|teletrabajo|praca zdalna)[^:]*: ?(?:yes|ja|oui|si|sim|tak|true)\b/.test(
      whole,
    )
  )
    return 'remote';
  if (
    /^(?:remote|home ?office|teletravail|teletrabajo|praca zdalna)[^:]*: ?(?:no|nein|non|nao|nie|false|none)\b/.test(
      whole,
    )
  )
    return 'on site';
  const found = fieldWords.find(({ word }) => word.test(whole));
  const sure =
    /remot|hybrid|hibrid|ibrid|hybryd|on ?site|home ?office|telet|presenc|presentiel|vor ort|in person|in office|office based|in sede|op kantoor|op locatie|stacjonarn|zdaln|thuis/;
  return found !== undefined && sure.test(said) ? found.workplace : null;
}
