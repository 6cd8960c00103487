import { escapeUTF8 } from 'entities';

/** Markup; only `html` makes it, so that foreign text cannot be taken for it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | null | readonly (Markup | null)[];

/** A template of HTML that escapes every value, in elements and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(
    texts.map((text, index) => `${text}${index < parts.length ? write(parts[index] ?? null) : ''}`).join(''),
  );
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeUTF8(String(part));
  return part.map(write).join('');
}
