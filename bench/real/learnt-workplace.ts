import { readDescription } from '../../worker/normalise/text/description.js';
import { familyOf, featureOf, likelihood, train } from './learnt.js';
import { labelledPostings } from './material.js';
import { batchesOf, readLabels } from './read-labels.js';
import { readRealPosting } from './read-real-posting.js';

/**
 * `npm run bench -- real --learnt`: how many workplaces a classifier finds where the rules say nothing. One regression for each word,
 * over the words and pairs of words of the sentences that name a place of work, trained on the labelled postings of other sources than
 * those it is asked about. Docs: decision 26.
 */
type Case = { family: string; right: readonly unknown[]; statesIt: boolean; isSilent: boolean; features: Uint32Array };

const workplaces = ['remote', 'hybrid', 'on site'] as const;
const aboutIt =
  /remot|hybri|híbrid|hibrid|on-?\s?site|in-?office|office|from home|home ?office|anywhere|t[ée]l[ée]travail|teletrabajo|presencial|présentiel|vor ort|mobil|재택|원격|사무실|uzaktan|thuis|kantoor|zdaln/i;
const sentencesAtMost = 40;

function featuresOf(text: string): Uint32Array {
  const found = new Set<number>();
  const sentences = text.split(/\n|(?<=[.!?]) /).filter((sentence) => aboutIt.test(sentence));
  for (const sentence of sentences.slice(0, sentencesAtMost)) {
    const words =
      sentence
        .toLowerCase()
        .replace(/\d/g, '0')
        .match(/\p{L}+|\d+|%/gu) ?? [];
    for (const [at, word] of words.entries()) {
      found.add(featureOf(word));
      found.add(featureOf(`${word} ${words[at + 1] ?? ''}`));
    }
  }
  return Uint32Array.from(found);
}

function cases(): Case[] {
  const postings = new Map(labelledPostings().map((each) => [each.id, each]));
  return batchesOf('workplace').flatMap((batch) =>
    readLabels('workplace', batch).flatMap(({ id, expect, also = [] }): Case[] => {
      const found = postings.get(id);
      if (found === undefined) return [];
      const { text } = readDescription(found.posting.descriptionHtml ?? '', null);
      const isSilent = readRealPosting({ ...found.posting, places: [] }).workplace === null;
      const right = [expect, ...also];
      const statesIt = !right.includes(null);
      return [
        {
          family: familyOf(found.from),
          right,
          statesIt,
          isSilent,
          features: featuresOf(`${found.posting.title}\n${text}`),
        },
      ];
    }),
  );
}

/** Prints, for each threshold, what the classifiers find rightly and wrongly in postings where the rules say nothing. */
export function measureLearntWorkplace(): void {
  const all = cases();
  const families = [...new Set(all.map(({ family }) => family))];
  const silent = all.filter(({ isSilent }) => isSilent);
  const missed = silent.filter(({ statesIt }) => statesIt).length;
  console.log(`${all.length} postings of ${families.length} families; the rules say nothing of ${silent.length},`);
  console.log(`${missed} of which state their workplace.`);
  const asked = families.flatMap((family) => {
    const others = all.filter((each) => each.family !== family);
    const learnt = workplaces.map((word) =>
      train(others.map(({ features, right: [first] }) => ({ features, holds: first === word }))),
    );
    return all
      .filter((each) => each.family === family)
      .map(({ features, right, statesIt, isSilent }) => {
        const scores = learnt.map((weights) => likelihood(weights, features));
        const score = Math.max(...scores);
        return { score, statesIt, isSilent, isRight: right.includes(workplaces[scores.indexOf(score)] ?? null) };
      });
  });
  const stated = all.filter(({ statesIt }) => statesIt).length;
  for (const threshold of [0.2, 0.3, 0.5, 0.7]) {
    const said = asked.filter(({ score }) => score >= threshold);
    const [alone, behind] = [said, said.filter(({ isSilent }) => isSilent)].map((some) => {
      const right = some.filter(({ isRight }) => isRight).length;
      return `${right} rightly, ${some.length - right} wrongly`;
    });
    console.log(
      `from ${threshold}: where the rules are silent ${behind}; without rules, of ${stated} stated, ${alone}`,
    );
  }
}
