/** Reads members of foreign answers: wrong types count as not stated; missing required ones cost a posting. */
import { decodeXML } from 'entities';
import { parseForeignJson } from '../../structured-data/parse-json.js';
import { type PageResponse, SourceError, sourceChanged } from '../source.js';

/**
 * The path to a member, `office.city`; as a list if a name contains a dot. Through a list it leads to the members of
 * all items, if the method reads several.
 */
export type Path = string | readonly string[];

type JsonObject = Record<string, unknown>;

/** A required member is missing or of another type. `parent` is the object that lacks `key`; `null` = none. */
export class MemberMissing extends SourceError {
  constructor(
    readonly lack: { parent: JsonObject | null; key: string; wanted: 'text' | 'object' },
    readonly flaw: string,
    message: string,
  ) {
    super('changed', message);
  }
}

/**
 * A foreign object or list. A class: answers have thousands of entries, and its methods read each by short paths. Texts are
 * trimmed; an empty one counts as missing, and a number as its text.
 */
export class Members {
  constructor(
    readonly raw: unknown,
    private readonly asText: (value: unknown) => string | null = jsonText,
  ) {}

  /** A tree of XML elements, whose texts may be escaped or in CDATA sections. */
  static ofXml(tree: unknown): Members {
    return new Members(tree, elementText);
  }

  /** The first stated one of these members, as text. */
  text(...paths: Path[]): string | null {
    for (const path of paths) {
      const text = this.asText(valueAt(this.raw, stepsOf(path)));
      if (text !== null) return text;
    }
    return null;
  }

  /** All texts of these members, each of which may be one or a list. */
  texts(...paths: Path[]): string[] {
    return paths.flatMap((path) => valuesAt(this.raw, stepsOf(path)).flatMap((value) => this.asText(value) ?? []));
  }

  flag(path: Path): boolean | null {
    const value = valueAt(this.raw, stepsOf(path));
    return typeof value === 'boolean' ? value : null;
  }

  number(path: Path): number | null {
    const value = valueAt(this.raw, stepsOf(path));
    return typeof value === 'number' ? value : null;
  }

  /** An amount of money, as a number or text; zero and below count as none. */
  amount(path: Path): number | string | null {
    const value = valueAt(this.raw, stepsOf(path));
    return (typeof value === 'number' || typeof value === 'string') && !(Number(value) <= 0) ? value : null;
  }

  /** A date as text, or as an epoch. */
  moment(...paths: Path[]): number | string | null {
    for (const path of paths) {
      const value = valueAt(this.raw, stepsOf(path));
      if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
    }
    return null;
  }

  /** A member; an empty one if missing. */
  at(path: Path): Members {
    return new Members(valueAt(this.raw, stepsOf(path)), this.asText);
  }

  /** The objects of a list; a single object counts as its only item. */
  rows(path: Path): Members[] {
    return valuesAt(this.raw, stepsOf(path)).flatMap((value) =>
      isObject(value) ? [new Members(value, this.asText)] : [],
    );
  }

  isObject(): boolean {
    return isObject(this.raw);
  }

  /** A copy, which may be changed. */
  copy(): Members {
    return new Members(structuredClone(this.raw), this.asText);
  }

  /** Another value of the same answer. */
  item(raw: unknown): Members {
    return new Members(raw, this.asText);
  }

  /** A required text or number of an entry, and the pattern it follows. */
  needed(path: Path, pattern?: RegExp): string {
    const steps = stepsOf(path);
    const text = this.asText(valueAt(this.raw, steps));
    if (text !== null && pattern?.test(text) !== false) return text;
    throw this.#missing(steps, 'text');
  }

  /** A required object; without a path, this one itself. */
  object(path: Path = []): Members {
    const steps = stepsOf(path);
    const value = valueAt(this.raw, steps);
    if (isObject(value)) return new Members(value, this.asText);
    throw this.#missing(steps, 'object');
  }

  /** The list of an answer; without a path, the answer itself. */
  list(path: Path = []): unknown[] {
    const value = valueAt(this.raw, stepsOf(path));
    if (Array.isArray(value)) return value;
    throw this.#changed('list', path);
  }

  /** The same for a list that may be missing. */
  listOrNone(path: Path): unknown[] {
    return valueAt(this.raw, stepsOf(path)) == null ? [] : this.list(path);
  }

  /** The elements of a name in an XML element; none if that is empty. */
  elements(path: Path, name: string): Members[] {
    const value = valueAt(this.raw, stepsOf(path));
    if (value === '') return [];
    if (!isObject(value)) throw sourceChanged(`an element <${stepsOf(path).at(-1)}>`, shown(this.raw));
    return [value[name] ?? []].flat().map((element) => this.item(element));
  }

  /** A number in an answer that controls paging. */
  count(path: Path): number {
    const value = valueAt(this.raw, stepsOf(path));
    if (typeof value === 'number') return value;
    throw this.#changed('number', path);
  }

  /** A flag in an answer that controls paging. */
  says(path: Path): boolean {
    const value = this.flag(path);
    if (value !== null) return value;
    throw this.#changed('flag', path);
  }

  /** The address of a further page, or a cursor to it; `null` = the answer says that there is none. */
  link(path: Path): string | null {
    const value = valueAt(this.raw, stepsOf(path));
    if (value === null || typeof value === 'string') return value === '' ? null : value;
    throw this.#changed('text', path);
  }

  #changed(noun: string, path: Path): SourceError {
    const name = stepsOf(path).join('.');
    return sourceChanged(name === '' ? 'a list of postings' : `an object with a ${noun} "${name}"`, shown(this.raw));
  }

  #missing(steps: readonly string[], wanted: 'text' | 'object'): MemberMissing {
    let parent: unknown = this.raw;
    let at = 0;
    while (at < steps.length - 1 && isObject(parent) && isObject(parent[steps[at] ?? '']))
      parent = parent[steps[at++] ?? ''];
    const key = steps[at] ?? '';
    const lack = {
      parent: isObject(parent) ? parent : null,
      key,
      wanted: at < steps.length - 1 ? 'object' : wanted,
    } as const;
    const name = steps.join('.');
    const noun = wanted === 'text' ? 'a text' : 'an object';
    const came = shown(valueAt(this.raw, steps));
    const { message } = sourceChanged(name === '' ? noun : `${noun} "${name}"`, came);
    return new MemberMissing(lack, `${name === '' ? '' : `${name}: `}expected ${noun}, got ${came}`, message);
  }
}

/** A response in JSON. Throws `sourceChanged`, quoting what was received, usually a changed endpoint's page. */
export function answerOf(response: PageResponse): Members {
  try {
    return new Members(parseForeignJson(response.body));
  } catch {
    const kind = response.contentType || 'an untyped answer';
    throw sourceChanged('JSON', `${kind} beginning "${response.body.trim().slice(0, 60)}"`);
  }
}

/** Paths are few and constant: each is split once. */
const cut = new Map<string, readonly string[]>();

function stepsOf(path: Path): readonly string[] {
  if (typeof path !== 'string') return path;
  const known = cut.get(path);
  if (known !== undefined) return known;
  const steps = path.split('.');
  cut.set(path, steps);
  return steps;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** The values at the end of a path, through lists. */
function valuesAt(root: unknown, steps: readonly string[]): unknown[] {
  let values = [root].flat();
  for (const step of steps)
    values = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : []));
  return values;
}

function jsonText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return text === '' ? null : text;
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

/** The parser's name for a CDATA section, whose content is literal; only text outside of it is escaped. */
export const cdataName = '#cdata';

/** The text of an element: character data, CDATA sections, or both; `null` for an empty or missing element. */
export function elementText(value: unknown): string | null {
  const parts = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { '#text': value };
  const escaped = [parts['#text']].flat().map((part) => (typeof part === 'string' ? decodeXML(part) : ''));
  const literal = [parts[cdataName]].flat().map((part) => (typeof part === 'string' ? part : ''));
  const text = [...escaped, ...literal].join('').trim();
  return text === '' ? null : text;
}
