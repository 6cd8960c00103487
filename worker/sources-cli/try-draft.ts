import { checkSource } from '../collect/check-sources.js';
import type { SourceEntry } from '../recognise/entry.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import type { Tools } from './open-tools.js';

/** What trying an entry showed: a sentence, and whether it may be written. */
export type Trial = { works: boolean; sentence: string };

/** Reads a few postings of an entry as the service will. */
export async function tryEntry(entry: SourceEntry, tools: Tools): Promise<Trial> {
  let source: ReturnType<typeof readSourcesFile>[number] | undefined;
  try {
    [source] = readSourcesFile(JSON.stringify({ sources: [entry] }), 'the entry');
  } catch (error) {
    // A key of the operator's own is not in the environment yet: the entry is right, but cannot be tried.
    const message = error instanceof Error ? error.message : String(error);
    if (!/is not set in the environment/.test(message)) throw error;
    return { works: true, sentence: `Not tried: ${message.slice(message.indexOf('sources[0]') + 11)}` };
  }
  if (source === undefined) return { works: false, sentence: 'The entry is empty.' };
  const { postings, more, trouble } = await checkSource(source, { ...tools, now: new Date() });
  if (postings > 0)
    return {
      works: true,
      sentence: `${postings}${more ? ' or more' : ''} ${postings === 1 && !more ? 'posting' : 'postings'}.`,
    };
  const isEmpty = trouble === 'It was read and holds no posting.';
  return { works: isEmpty, sentence: trouble ?? 'It was read and holds no posting.' };
}
