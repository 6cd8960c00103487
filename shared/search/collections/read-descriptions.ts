import { redisKeys } from '../../redis/redis-keys.js';
import type { DescriptionForm } from '../../words/words.js';
import type { HeldJob } from '../job.js';
import { unpackJson } from '../packed-text.js';
import { readJob } from './collection-store.js';
import { descriptionMarkdown } from './description-markdown.js';
import { type HeldPostings, readCollectionFields } from './read-chunks.js';

/**
 * Reads the descriptions of jobs, by their ids; those of jobs no longer stored are absent. Unpacks one chunk of a
 * collection at a time, so that memory contains only that and the descriptions.
 */
export async function readDescriptions(
  postings: HeldPostings,
  ids: readonly string[],
  form: DescriptionForm,
): Promise<Map<string, string>> {
  const pointers = await Promise.all(ids.map((id) => postings.redis.get(redisKeys.job(id))));
  const byChunk = new Map<string, string[]>();
  for (const [at, id] of ids.entries()) {
    const pointer = pointers[at];
    if (pointer) byChunk.set(pointer, [...(byChunk.get(pointer) ?? []), id]);
  }
  const found = new Map<string, string>();
  for (const [pointer, wanted] of byChunk) {
    const texts = await readChunk(postings, pointer, form);
    for (const id of wanted) {
      const text = texts.get(id) ?? (await readAlone(postings, id, form));
      if (text !== null) found.set(id, text);
    }
  }
  return found;
}

/** The descriptions of the postings in one chunk of a collection. */
async function readChunk(postings: HeldPostings, pointer: string, form: DescriptionForm): Promise<Map<string, string>> {
  const [key = '', chunk = ''] = pointer.split(' ');
  const chunks = [`j${chunk}`, ...(form === 'markdown' ? [`h${chunk}`] : [])];
  const [held, html] = (await readCollectionFields(postings, key, { chunks })).chunks;
  if (!held) return new Map();
  const jobs = await unpackJson<HeldJob[]>(held);
  if (form === 'text') return new Map(jobs.map(({ id, description }) => [id, description]));
  const htmls = html ? await unpackJson<string[]>(html) : [];
  return new Map(jobs.map(({ id }, at) => [id, descriptionMarkdown(htmls[at] ?? '')]));
}

/** A posting that has moved to another chunk in the meantime. */
async function readAlone(postings: HeldPostings, id: string, form: DescriptionForm): Promise<string | null> {
  const found = await readJob(postings, id);
  if (found === null) return null;
  return form === 'text' ? found.job.description : descriptionMarkdown(found.descriptionHtml);
}
