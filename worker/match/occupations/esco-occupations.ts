import Papa from 'papaparse';
import type { Occupation } from './read-occupations.js';

/** An occupation of the ESCO classification: its labels in every file that names it, the preferred ones first. */
export type EscoOccupation = { uri: string; iscoGroup: string; labels: string[] };

/** The most that is read of a file: ESCO 1.2 has 3,039 occupations with up to some 60 labels each. */
const occupationsAtMost = 20_000;
const labelsAtMost = 100;
const labelLength = 120;

/** The columns of `occupations_xx.csv` that are used, as ESCO names them since version 1.0. */
const columns = ['conceptUri', 'iscoGroup', 'preferredLabel', 'altLabels'] as const;

/**
 * Adds the occupations of an ESCO CSV file to those of files in other languages, which have the same URIs. Labels of one
 * cell are separated by line breaks. Throws when a column is missing or nothing is listed; `origin` names the file.
 */
export function readEscoCsv(text: string, origin: string, known: Map<string, EscoOccupation>): void {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  const missing = columns.filter((column) => meta.fields?.includes(column) !== true);
  if (missing.length > 0)
    throw new Error(
      `${origin} is not a list of ESCO occupations: it has no column ${missing.map((name) => `"${name}"`).join(', ')}. ` +
        'Expected: the file occupations_xx.csv of a download from esco.ec.europa.eu.',
    );
  let listed = 0;
  for (const row of data) {
    const uri = row.conceptUri ?? '';
    const labels = [row.preferredLabel ?? '', ...(row.altLabels ?? '').split('\n')].map(cleanLabel).filter(isLabel);
    if (uri === '' || labels.length === 0) continue;
    if (++listed > occupationsAtMost) throw new Error(`${origin} lists more than ${occupationsAtMost} occupations.`);
    const occupation = known.get(uri) ?? { uri, iscoGroup: (row.iscoGroup ?? '').slice(0, 4), labels: [] };
    occupation.labels = [...new Set([...occupation.labels, ...labels])].slice(0, labelsAtMost);
    known.set(uri, occupation);
  }
  if (listed === 0) throw new Error(`${origin} lists no occupation.`);
}

/** Some languages give both forms at once, as in "infirmier/infirmière"; the table has one form a title. */
const cleanLabel = (label: string): string => label.slice(0, labelLength).trim().toLowerCase();

const isLabel = (label: string): boolean => label !== '';

/**
 * The built-in groups with the labels of ESCO. A label that a group has already stays with it alone. The other labels of an
 * occupation join the group of its preferred label, or else the one group that has at least two of its labels; where there
 * is none, the occupation is a group of its own, near to those of its ISCO unit.
 */
export function addEsco(builtIn: readonly Occupation[], esco: Iterable<EscoOccupation>): Occupation[] {
  const groups = new Map(builtIn.map((each) => [each.name, { ...each, titles: [...each.titles] }]));
  const groupOf = new Map(builtIn.flatMap(({ name, titles }) => titles.map((title) => [title, name] as const)));
  for (const { uri, iscoGroup, labels } of esco) {
    const unknown = labels.filter((label) => !groupOf.has(label));
    const group = groups.get(groupFor(labels, groupOf) ?? '');
    if (group !== undefined) group.titles.push(...unknown);
    else if (unknown.length > 0)
      groups.set(uri, {
        ...{ name: uri, family: `isco ${iscoGroup}`, area: `isco ${iscoGroup.slice(0, 2)}` },
        ...{ related: [], titles: unknown },
      });
  }
  return [...groups.values()];
}

/** The name of the built-in group that the labels of an occupation belong to, the preferred label first. */
function groupFor(labels: readonly string[], groupOf: ReadonlyMap<string, string>): string | null {
  const preferred = groupOf.get(labels[0] ?? '');
  if (preferred !== undefined) return preferred;
  const found = labels.flatMap((label) => groupOf.get(label) ?? []);
  const [only] = found;
  return only !== undefined && found.length >= 2 && found.every((name) => name === only) ? only : null;
}
