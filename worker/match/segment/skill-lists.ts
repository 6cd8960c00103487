import type { HeldJob } from '../../../shared/search/job.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';

/** The skills of a collection: each name once, and the numbers of those of entry `e` in `of` from `from[e]` to `from[e + 1]`. */
export type SkillLists = { known: readonly string[]; from: Uint16Array | Uint32Array; of: Uint16Array };

/** The sections of the skills, and their names. The table has fewer than 65,536. */
export function packSkills(jobs: readonly Pick<HeldJob, 'skills'>[]): {
  known: string[];
  sections: Record<'skillFrom' | 'skillOf', SectionArray>;
} {
  const numbers = new Map<string, number>();
  const of: number[] = [];
  const from = new Uint32Array(jobs.length + 1);
  for (const [at, { skills = [] }] of jobs.entries()) {
    for (const skill of skills) {
      const number = numbers.get(skill) ?? numbers.size;
      numbers.set(skill, number);
      of.push(number);
    }
    from[at + 1] = of.length;
  }
  return {
    known: [...numbers.keys()],
    sections: { skillFrom: narrowest(from, of.length), skillOf: Uint16Array.from(of) },
  };
}

/** Opens the skills of a segment. */
export const openSkills = (sections: OpenSections<{ skills: string[] }>): SkillLists => ({
  known: sections.meta.skills,
  from: sections.narrow('skillFrom'),
  of: sections.u16('skillOf'),
});
