import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../../shared/config.js';
import { addEsco, type EscoOccupation, readEscoCsv } from './esco-occupations.js';
import { type Occupation, readOccupations } from './read-occupations.js';

/** A file of ESCO is 3 to 6 MB. */
const bytesAtMost = 50_000_000;

/**
 * The groups of titles that searches compare with: the tables of the repository, and the occupations of the files that
 * `OCCUPATIONS` names; `null` when it names none. Throws when a file cannot be read or is no list of ESCO.
 */
export async function loadOccupations({
  OCCUPATIONS: files,
}: Pick<Config, 'OCCUPATIONS'>): Promise<Occupation[] | null> {
  if (files.length === 0) return null;
  const esco = new Map<string, EscoOccupation>();
  for (const file of files) {
    try {
      const { size } = await stat(file);
      if (size > bytesAtMost) throw new Error(`it has ${size} bytes, and at most ${bytesAtMost} are read`);
      readEscoCsv(await readFile(file, 'utf8'), file, esco);
    } catch (error) {
      throw new Error(`OCCUPATIONS=${file} cannot be used: ${(error as Error).message}`);
    }
  }
  return addEsco(readOccupations(), esco.values());
}
