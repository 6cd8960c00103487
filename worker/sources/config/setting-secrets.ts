/** Settings that hold no text of the operator's: the name every answer shows, and the kind. */
const shown: ReadonlySet<string> = new Set(['id', 'kind']);

/** Where a search address takes what is searched for. */
const placeholders = /\{(?:keyword|location|page)\}/;

/** Words as a page's path, a host or a selector has them, and a few digits and signs; no key looks like this. */
const plain = /^(?:[/.]?[a-z]{1,11}(?:[./][a-z]{1,11})*\/?|[^A-Za-z]{1,7})$/;

export type WrittenSettings = {
  /** The settings of one source as the file has them, values of the environment in their places. */
  entry: Readonly<Record<string, unknown>>;
  /** Settings that are secret whatever they look like: those of the environment, and those their kind calls so. */
  secret: ReadonlySet<string>;
};

/**
 * Every value of a source's settings that no message may carry. Of an address these are its parts: the origin may be told.
 * Plain words of small letters are left out unless their setting is secret, since hiding "jobs" would hide what happened.
 */
export function settingSecrets({ entry, secret }: WrittenSettings): string[] {
  const id = String(entry.id);
  const values = Object.entries(entry)
    .filter(([name]) => !shown.has(name))
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
  return written.filter((part) => part !== '').flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Percent signs that encode nothing: it stands as it is.
    return text;
  }
}
