import type { Chance } from './chance.js';

/** The value of a `{name}` in a template: a text, or a function called for each occurrence (with the text after the colon). */
export type Slots = Record<string, string | ((argument: string) => string)>;

/**
 * Fills a template: `{name}` or `{name:argument}` from the slots, `{3-9}` with a number, `{this|that}` with one of them.
 * Throws on an unknown name, so that a misspelt table prevents the start.
 */
export function fillTemplate(template: string, slots: Slots, chance: Chance): string {
  if (!template.includes('{')) return template;
  return template.replace(/\{([^{}]*)\}/g, (_, inner: string) => fillSlot(inner, slots, chance));
}

function fillSlot(inner: string, slots: Slots, chance: Chance): string {
  if (inner.includes('|')) return chance.pick(inner.split('|'));
  const range = /^(\d+)-(\d+)$/.exec(inner);
  if (range) return String(chance.int(Number(range[1]), Number(range[2])));
  const [name = '', argument = ''] = inner.split(':');
  const slot = slots[name];
  if (slot === undefined)
    throw new Error(`A template asks for {${inner}}; known are ${Object.keys(slots).join(', ')}.`);
  return typeof slot === 'string' ? slot : slot(argument);
}
