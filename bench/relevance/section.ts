import { markdownTable } from '../quality/table.js';
import { type Measured, measureReal, type RealFigures } from './measure-real.js';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** How much better than the better baseline the ranking must be. */
const lead = 1.05;

/** The least different openings among the first ten. */
const openings = 9.5;

const headings = ['postings', 'half', 'queries', 'measure', 'ours', 'BM25F', 'MiniSearch', 'target', ''];

function rowsOf({ half, texts, queries, ours, bm25f, miniSearch }: RealFigures): string[][] {
  const row = (measure: string, part: keyof Measured, target: number, written: (value: number) => string): string[] => [
    `${texts} texts`,
    half,
    String(queries),
    measure,
    ...[ours[part], bm25f[part], miniSearch[part], target].map(written),
    ours[part] >= target ? 'reached' : 'MISSED',
  ];
  const least = Math.min(1, lead * Math.max(bm25f.ndcg, miniSearch.ndcg));
  return [
    row('nDCG@10', 'ndcg', least, percent),
    row('different openings of ten', 'openings', openings, (value) => value.toFixed(1)),
  ];
}

/** The section "Ranking of real postings" of docs/reports/quality.md. */
export function realRelevanceSection(): string {
  const figures = measureReal();
  const table =
    figures === null
      ? 'The recorded postings were not beside the project in this run.'
      : markdownTable([headings, ...figures.flatMap(rowsOf)]);
  return `## Ranking of real postings

${table}

Queries of all kinds that people type (\`test/fixtures/relevance\`) over some 11,000 recorded postings beside the project
(\`bench/relevance/real-postings.ts\`), with descriptions as recorded and cut to 160 letters. The openings among the first twelve of
every ranker were graded 0 to 3 before it was known which ranker had found them. Rules were made with the *tuning* half. BM25F has a
weight and a length normalisation for each field; with MiniSearch titles count fourfold and postings that have all words come first.
`;
}
