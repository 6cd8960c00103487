/** Changes one key of a board's answer at a time: JSON, JSON in a page, or XML. */

/**
 * An answer with one change. `part`: whether the key belongs to one posting (whose `mark` is given) or to the list. `removed`: the
 * texts that the change took away.
 */
export type Mutation = {
  name: string;
  part: 'posting' | 'list';
  mark: string | null;
  path: Path;
  removed: string[];
  body: unknown;
};

type Kind = { marks: readonly string[]; isDetail: boolean };
type Path = readonly (string | number)[];

const other = (value: unknown): unknown => (typeof value === 'object' && value !== null ? 'other' : { other: true });

/** All changes of an answer; of the entries of a list only the second is changed. */
export function mutationsOf(body: unknown, kind: Kind): Mutation[] {
  if (typeof body !== 'string') return jsonMutations(body, kind);
  const found = jsonIn(body);
  if (found !== null)
    return jsonMutations(found.value, kind).map((mutation) => ({
      ...mutation,
      body: body.slice(0, found.from) + found.write(JSON.stringify(mutation.body)) + body.slice(found.to),
    }));
  return /^\s*<(?:\?xml|rss|feed)/.test(body) ? xmlMutations(body, kind) : [];
}

function jsonMutations(root: unknown, kind: Kind): Mutation[] {
  const mutations: Mutation[] = [];
  const change = (path: Path, member: unknown, mark: string | null): void => {
    const part = mark === null ? 'list' : 'posting';
    const changes = [
      ['without', undefined],
      ['null', null],
      ['retyped', other(member)],
    ] as const;
    for (const [how, replaced] of changes) {
      const body = replacedAt(root, path, replaced);
      mutations.push({ name: `${how} ${path.join('.')}`, part, mark, path, removed: textsOf(member), body });
    }
  };
  const visit = (value: unknown, path: Path, mark: string | null): void => {
    if (Array.isArray(value)) {
      for (const [at, item] of itemsToChange(value, mark, kind)) visit(item, [...path, at], mark ?? markOf(item, kind));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        change([...path, key], member, mark);
        visit(member, [...path, key], mark);
      }
    }
  };
  visit(root, [], kind.isDetail ? markOf(root, kind) : null);
  return mutations;
}

/** Of a list of postings the second, of any other list the first two. */
function itemsToChange(list: unknown[], mark: string | null, kind: Kind): [number, unknown][] {
  const items = [...list.entries()];
  const postings = mark === null ? items.filter(([, item]) => markOf(item, kind) !== null) : [];
  return postings.length > 0 ? [postings[1] ?? postings[0] ?? [0, null]] : items.slice(0, 2);
}

/** The only mark that a value contains. */
function markOf(value: unknown, { marks }: Kind): string | null {
  const [mark = null, ...more] = marksOf(value, marks);
  return more.length > 0 ? null : mark;
}

const marksOf = (value: unknown, marks: readonly string[]): string[] => {
  const text = JSON.stringify(value) ?? '';
  return marks.filter((mark) => text.includes(mark));
};

/** The value at a path, `undefined` where there is none. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[key] : undefined,
    typeof root === 'string' ? jsonIn(root)?.value : root,
  );

const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : value === null
      ? []
      : [String(value)];

function replacedAt(root: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(root);
  let node = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete node[last];
  else node[last] = value;
  return copy;
}

type Embedded = { from: number; to: number; value: unknown; write: (json: string) => string };

/** The first object or list of JSON in a page that is longer than a word. */
function jsonIn(body: string): Embedded | null {
  const attribute = /value="([^"]*&quot;[^"]*)"/.exec(body);
  if (attribute?.[1] !== undefined) {
    const text = attribute[1]
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    const from = attribute.index + 'value="'.length;
    const write = (json: string): string =>
      json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    return { from, to: from + attribute[1].length, value: JSON.parse(text), write };
  }
  for (let from = 0; from < body.length; from++) {
    if (body[from] !== '{' && body[from] !== '[') continue;
    for (let to = body.length; to > from + 40; to--) {
      if (body[to - 1] !== '}' && body[to - 1] !== ']') continue;
      try {
        return { from, to, value: JSON.parse(body.slice(from, to)), write: (json) => json };
      } catch {}
    }
  }
  return null;
}

/** Removes, empties and fills each leaf element of the second posting of a feed. */
function xmlMutations(body: string, { marks }: Kind): Mutation[] {
  const mark = marks[1] ?? '';
  const name = ['item', 'entry', 'position', 'job', 'url'].find(
    (tag) => body.split(`<${tag}>`).length === marks.length + 1,
  );
  if (name === undefined) return [];
  const from = body.indexOf(`<${name}>`, body.indexOf(`<${name}>`) + 1);
  const to = body.indexOf(`</${name}>`, from);
  const block = body.slice(from, to);
  if (!block.includes(mark)) return [];
  return [...block.matchAll(/<([\w:-]+)(?:\s[^<>]*)?>((?:<!\[CDATA\[[\s\S]*?\]\]>|[^<])*)<\/\1>/g)].flatMap((leaf) =>
    [
      ['without', ''],
      ['empty', `<${leaf[1]}></${leaf[1]}>`],
      ['retyped', `<${leaf[1]}><other/></${leaf[1]}>`],
    ].map(
      ([change, replaced]): Mutation => ({
        name: `${change} ${leaf[1]}`,
        part: 'posting',
        mark,
        path: [leaf[1] ?? ''],
        removed: [leaf[2] ?? ''],
        body: body.slice(0, from) + block.replace(leaf[0], () => replaced ?? '') + body.slice(to),
      }),
    ),
  );
}
