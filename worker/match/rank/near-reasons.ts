import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import { joinUnspaced } from '../../../shared/keyword/unspaced.js';
import { partIn } from '../keyword/expand-keyword.js';
import { synonymsOf } from '../keyword/synonyms.js';
import { titleModel } from '../occupations/title-model.js';
import { nearness, sameWork, vectorOf } from '../occupations/title-similarity.js';
import { nameOrWord } from '../words/technology-names.js';
import { titlePartsOf } from '../words/title-parts.js';
import { indexedFormsOf, tokensOf } from '../words/tokens.js';

/**
 * Makes the function that says why a title is near a keyword: what it lacks of its words, as the keyword writes them, and that
 * it is similar work. `words`: those that may be lacking, as the index has them (`broadenable`).
 */
export function createNearReasons(root: KeywordNode, words: readonly string[]): (title: string) => string[] {
  const spellings = new Map<string, string>();
  for (const term of root.kind === 'and' ? root.of : [root])
    if (term.kind === 'term')
      for (const word of term.words.flatMap(indexedFormsOf)) spellings.set(word, partIn(term, word));
  const formsOf = new Map(
    words.map((word) => [word, [[word], ...synonymsOf([word], word).map((synonym) => synonym.words)]]),
  );
  const model = titleModel();
  const asked = model.groupsOf(words.map(nameOrWord));
  const near = model.nearTo(asked);
  const [group] = asked.groups;
  return (title) => {
    const has = new Set(tokensOf(title));
    const isIn = (form: readonly string[]): boolean => form.every((word) => has.has(word));
    const lacking = new Set(
      [...formsOf].flatMap(([word, forms]) => (forms.some(isIn) ? [] : (spellings.get(word) ?? word))),
    );
    const reasons = lacking.size === 0 ? [] : [`title lacks "${joinUnspaced([...lacking]).join(' ')}"`];
    // As in near-titles.ts, by the parts of the title: the whole one may name other work than its first part.
    const { groups } = vectorOf(model, titlePartsOf(title).map(tokensOf));
    if (group !== undefined && nearness(near, groups) >= sameWork) reasons.push(`similar work: ${model.nameOf(group)}`);
    return reasons.length > 0 ? reasons : ['title has the words of the keyword in another order'];
  };
}
