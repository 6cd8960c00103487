import { LRUCache } from 'lru-cache';
import { readClosedJob } from '../../shared/search/collections/closed-jobs.js';
import { type FoundJob, readJob, versionOfJob } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { skillEvidence } from '../../shared/skills/find-skills.js';

/** An opening as a source lists it, or as it was when it closed; `evidence`: the sentences that name its skills. */
export type OpeningById = FoundJob & { closedAt: number | null; evidence: Record<string, string> };

/** Characters of openings that are kept. */
const mostKept = 8_000_000;

/** Characters of an opening besides its descriptions, about. */
const otherCharacters = 4000;

/**
 * Creates the step that reads an opening by its id. To read one, the fifty of its chunk are unpacked: those that were read last are kept
 * by what decides them, the version of their collection.
 */
export function createReadHeld({ redis, chunks, now }: HeldPostings & { now: () => Date }) {
  const read = async (id: string): Promise<OpeningById | undefined> => {
    const open = await readJob({ redis, chunks }, id);
    const found = open === null ? await readClosedJob(redis, id, now()) : { ...open, closedAt: null };
    if (found === null) return undefined;
    const { title, description, tags, company } = found.job;
    return { ...found, evidence: skillEvidence({ title, description, tags, company: company.name }) };
  };
  const kept = new LRUCache<string, OpeningById, string>({
    maxSize: mostKept,
    sizeCalculation: ({ job, descriptionHtml }) => job.description.length + descriptionHtml.length + otherCharacters,
    fetchMethod: (_name, _former, { context: id }) => read(id),
  });
  return async function readHeld(id: string): Promise<OpeningById | null> {
    const version = await versionOfJob(redis, id);
    // One that closes has no version.
    return (await (version === null ? read(id) : kept.fetch(`${id} ${version}`, { context: id }))) ?? null;
  };
}
