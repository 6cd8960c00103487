import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';

/** A query as people type it, and the grade of each opening that was judged (`openingId`), 0..3. */
export type GradedQuery = {
  query: string;
  kind: string;
  /** Rules were made with the tuning half; of the fresh half only one figure was ever looked at. */
  half: 'tuning' | 'fresh';
  /** The query names a place: the same opening elsewhere is graded separately. */
  isPlace: boolean;
  grades: ReadonlyMap<string, number>;
};

const fixture = (name: string): string => projectFile(`test/fixtures/relevance/${name}`);

/** The queries and their grades; the README next to them explains how they were made. */
export function readGradedQueries(): GradedQuery[] {
  const grades = new Map<string, Map<string, number>>();
  for (const [query = '', ...groups] of existsSync(fixture('grades.tsv')) ? rowsOf('grades.tsv') : []) {
    const known = grades.get(query) ?? new Map<string, number>();
    grades.set(query, known);
    for (const [grade, ids] of groups.entries()) for (const id of ids.split(' ')) if (id !== '') known.set(id, grade);
  }
  return rowsOf('queries.tsv').map(([query = '', kind = '', half = '']) => ({
    query,
    kind,
    half: half === 'fresh' ? 'fresh' : 'tuning',
    isPlace: kind === 'place',
    grades: grades.get(query) ?? new Map<string, number>(),
  }));
}

const rowsOf = (name: string): string[][] =>
  readFileSync(fixture(name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
