import { type Facets, skillRows } from '../../../../shared/search/facets.js';
import type { Corpus } from '../../corpus/corpus.js';
import type { SkillLists } from '../../segment/skill-lists.js';
import { busiestFirst } from './facet-counting.js';

/** The skills that most of these items name: what `skill:"…"` finds of them. An item with several postings has the skills of each. */
export function countSkills({ columns, collections, groups }: Corpus, items: Int32Array): Facets['skills'] {
  const count = createSkillCount();
  const listsOf = new Map(collections.map(({ index, skills }) => [index, skills]));
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    const several = groups.get(item);
    const single = collections[columns.collection[item] ?? -1];
    if (several === undefined) count.add(at, single?.skills, columns.entry[item] ?? 0);
    else for (const member of several) count.add(at, listsOf.get(member.index), member.at);
  }
  return count.rows().sort(busiestFirst).slice(0, skillRows);
}

/** Counts skills by their names; each once for every `of`, which only ever grows. */
function createSkillCount() {
  const names: string[] = [];
  const jobs: number[] = [];
  const last: number[] = [];
  const numbers = new Map<string, number>();
  // By collection: the number here of each number there.
  const known = new Map<SkillLists, readonly number[]>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    return number;
  };
  return {
    add(of: number, lists: SkillLists | undefined, entry: number): void {
      if (lists === undefined) return;
      const here = known.get(lists) ?? lists.known.map(numberOf);
      known.set(lists, here);
      for (let at = lists.from[entry] ?? 0; at < (lists.from[entry + 1] ?? 0); at++) {
        const number = here[lists.of[at] ?? 0] ?? 0;
        if (last[number] === of) continue;
        last[number] = of;
        jobs[number] = (jobs[number] ?? 0) + 1;
      }
    },
    rows: (): Facets['skills'] =>
      names.map((word, at) => ({ word, jobs: jobs[at] ?? 0 })).filter((row) => row.jobs > 0),
  };
}
