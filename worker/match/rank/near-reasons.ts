import { writtenWords } from '../../../shared/keyword/word-aliases.js';
import { titleModel } from '../occupations/title-model.js';
import { nearness } from '../occupations/title-similarity.js';
import { tokensOf } from '../words/tokens.js';

/** Titles whose groups are at least so near are called the same kind of work. */
const sameWork = 0.3;

/** Makes the function that says why a title is near the words of a keyword: what it lacks of them, and that it is similar work. */
export function createNearReasons(words: readonly string[]): (title: string) => string[] {
  const model = titleModel();
  const asked = model.groupsOf(words);
  const near = model.nearTo(asked);
  const [group] = asked.groups;
  return (title) => {
    const has = new Set(tokensOf(title));
    const lacking = words.filter((word) => !has.has(word));
    const reasons = lacking.length === 0 ? [] : [`title lacks "${writtenWords(lacking)}"`];
    if (group !== undefined && nearness(near, model.groupsOf([...has])) >= sameWork)
      reasons.push(`similar work: ${model.nameOf(group)}`);
    return reasons.length > 0 ? reasons : ['title has the words of the keyword in another order'];
  };
}
