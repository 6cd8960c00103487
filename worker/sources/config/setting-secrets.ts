import { decodePercent } from '../../../shared/http/http-hosts.js';

/**
 * Settings that are no secrets unless they are from the environment: the id, the name and the facts of the company, which every
 * response shows, who allows reading it, the kind, and what tells postings in pages, which a message has to name when it finds none.
 */
const shown: ReadonlySet<string> = new Set([
  ...['id', 'kind', 'company', 'companyName', 'industry', 'size', 'website', 'allowed'],
  ...['item', 'fields', 'data', 'jobFields', 'jobLinks', 'jobUrls', 'nextLink', 'noJobs'],
]);

/** Placeholders in a search address. */
const placeholders = /\{(?:keyword|location|page)\}/;

/** Short lower-case words as in a path, host or selector, or a few digits and symbols; no key looks like this. */
const plain = /^(?:[/.]?[a-z]{1,11}(?:[./][a-z]{1,11})*\/?|[^A-Za-z]{1,7})$/;

export type WrittenSettings = {
  /** The settings of one source from the file, with environment variables replaced by their values. */
  entry: Readonly<Record<string, unknown>>;
  /** Settings that are secret whatever their values: those from the environment and those that their kind marks as secret. */
  secret: ReadonlySet<string>;
  /** Settings that the hosts and paths of the kind's boards contain: names of companies, which are no secrets either. */
  addressed: ReadonlySet<string>;
};

/**
 * All values of a source's settings that no message may contain. An address contributes its parts except the origin, which
 * may be shown. Plain lower-case words are excluded unless their setting is secret, since redacting a word such as "jobs" would make
 * messages unreadable.
 */
export function settingSecrets({ entry, secret, addressed }: WrittenSettings): string[] {
  const id = String(entry.id);
  const values = Object.entries(entry)
    .filter(([name]) => secret.has(name) || !(shown.has(name) || addressed.has(name)))
    .flatMap(([name, value]) => {
      const parts = textsIn(value).flatMap(partsOf);
      return secret.has(name) ? parts : parts.filter((part) => !plain.test(part) && part !== id);
    });
  return [...new Set(values)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function partsOf(text: string): string[] {
  const address = text.split(placeholders).join('');
  if (!/^https?:/i.test(text) || !URL.canParse(address)) return [text];
  const { username, password, pathname, search, hash } = new URL(address);
  const written = [username, password, ...pathname.split('/'), hash.slice(1), ...search.slice(1).split(/[&=]/)];
  return written.filter((part) => part !== '').flatMap((part) => [part, decodePercent(part.replaceAll('+', ' '))]);
}
