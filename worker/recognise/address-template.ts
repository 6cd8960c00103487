import { decodePercent } from '../../shared/http/http-hosts.js';
import { tableOf } from '../../shared/table-of.js';
import type { AddressRule } from '../sources/kind-facts.js';

/** A compiled template. `weight`: its literal characters; of two that match, the heavier one wins. */
export type AddressTemplate = {
  /** The last two labels of its host, which index templates; `''` when they contain a placeholder. */
  domain: string;
  weight: number;
  /** The settings that an address states, or `null` when it does not match. */
  match(url: URL): Record<string, string> | null;
};

/** Longer parts of an address are not tokens. */
const longestToken = 120;

/** Parts of the systems' own addresses, which no placeholder takes. */
const reserved = new Set(
  'www app apps api apis admin assets static cdn help support blog docs status login auth sso account accounts signin signup embed about pricing privacy terms legal contact developers developer resources marketing info go learn community academy secure mail email hire product demo-request'.split(
    ' ',
  ),
);

const localePattern = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** Compiles a template; throws for an invalid one, which is a mistake of the kind. */
export function compileAddress(rule: AddressRule): AddressTemplate {
  const { address, settings = {}, except = [], also = [] } = typeof rule === 'string' ? { address: rule } : rule;
  const [place = '', query = ''] = address.split('?');
  const [host = '', ...path] = place.split('/');
  // A host that is only a placeholder is the company's own: the path identifies the system.
  const isOwnHost = /^\{\w+\}$/.test(host);
  const labels = (isOwnHost ? [host] : host.split('.')).map(compilePart);
  const segments = path.filter((segment) => segment !== '').map(compilePart);
  const wanted = [...new URLSearchParams(query)].map(([name, value]) => ({ name, part: compilePart(value) }));
  if (labels.length < 2 && !(isOwnHost && segments.length > 0))
    throw new Error(`The address template "${address}" has no host.`);
  const refused = new Set([...[...reserved].filter((word) => !also.includes(word)), ...except]);
  const last = labels.slice(-2);
  return {
    domain:
      !isOwnHost && last.every(({ literal }) => literal !== null) ? last.map(({ literal }) => literal).join('.') : '',
    weight: [...labels, ...segments, ...wanted.map(({ part }) => part)].reduce((sum, { weight }) => sum + weight, 0),
    match(url) {
      const taken = tableOf<string>({});
      const take = (part: Part, text: string): boolean => takePart(part, text, { taken, refused });
      const whole = isOwnHost ? [url.hostname] : url.hostname.split('.');
      const hostLabels = whole[0] === 'www' && whole.length === labels.length + 1 ? whole.slice(1) : whole;
      if (hostLabels.length !== labels.length) return null;
      if (!labels.every((label, at) => take(label, hostLabels[at] ?? ''))) return null;
      if (!takePath(segments, segmentsOf(url), take)) return null;
      for (const { name, part } of wanted) {
        const value = url.searchParams.get(name);
        if (value === null || !take(part, value)) return null;
      }
      const statedSettings = Object.entries(taken).filter(([name]) => !name.startsWith('_'));
      return { ...Object.fromEntries(statedSettings), ...fillSettings(settings, taken) };
    },
  };
}

/** Replaces `{name}` in the values of settings; unknown names stay unchanged. */
export function fillSettings(
  settings: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole));
  return Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, fill(text)]));
}

/** One label, segment or value. `literal` = it contains no placeholder. `digits`: it accepts only digits. */
type Part = {
  literal: string | null;
  digits?: boolean;
  before: string;
  name: string | null;
  after: string;
  locale: boolean;
  weight: number;
};

function compilePart(text: string): Part {
  const weightOf = (literal: string): number => literal.length + 1;
  if (text === '[locale]') return { literal: null, before: '', name: null, after: '', locale: true, weight: 0 };
  if (text === '#') return { literal: null, digits: true, before: '', name: null, after: '', locale: false, weight: 0 };
  if (text === '*') return { literal: null, before: '', name: null, after: '', locale: false, weight: 0 };
  const [, before = '', name = null, after = ''] = /^([^{}]*)\{(\w+)\}([^{}]*)$/.exec(text) ?? [];
  if (name === null) {
    const literal = text.toLowerCase();
    return { literal, before: '', name, after: '', locale: false, weight: weightOf(literal) };
  }
  return { literal: null, before, name, after, locale: false, weight: before.length + after.length };
}

function takePart(
  { literal, digits, before, name, after }: Part,
  text: string,
  { taken, refused }: { taken: Record<string, string>; refused: ReadonlySet<string> },
): boolean {
  if (literal !== null) return text.toLowerCase() === literal;
  if (name === null) return digits === true ? /^\d{1,20}$/.test(text) : text !== '';
  const low = text.toLowerCase();
  if (text.length > longestToken || !low.startsWith(before) || !low.endsWith(after)) return false;
  const token = text.slice(before.length, text.length - after.length);
  if (token === '' || before.length + after.length >= text.length) return false;
  if (refused.has(token.toLowerCase())) return false;
  const known = taken[name];
  taken[name] = token;
  return known === undefined || known.toLowerCase() === token.toLowerCase();
}

function takePath(
  parts: readonly Part[],
  segments: readonly string[],
  take: (part: Part, text: string) => boolean,
): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const segment = segments[at];
    if (part.locale) {
      if (segment === undefined || !localePattern.test(segment)) continue;
      // Capitals may be the name that follows: "…/JJ" of Johnson & Johnson.
      const isLast = segments.length - at < parts.length - index;
      if (!isLast || segment !== segment.toUpperCase()) at += 1;
      continue;
    }
    if (segment === undefined || !take(part, segment)) return false;
    at += 1;
  }
  return true;
}

/** The segments of a path, decoded if possible. */
function segmentsOf({ pathname }: URL): string[] {
  return pathname
    .split('/', 20)
    .filter((segment) => segment !== '')
    .map(decodePercent);
}
