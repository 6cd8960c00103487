import { sourceKinds } from '../sources/kinds/source-kinds.js';
import type { SourceKind } from '../sources/source.js';
import { type AddressTemplate, compileAddress } from './address-template.js';

/** A kind and the settings of one of its boards, without an id. */
export type Recognised = { kind: SourceKind; settings: Record<string, string> };

/** Longer addresses are not read. */
export const longestAddress = 2000;

/**
 * Recognises a board only by an address: of a board, a posting, an embed or an interface. `null` = the address belongs
 * to no known system, or names no board (a system's front page).
 */
export type RecogniseAddress = (address: string | URL) => Recognised | null;

/** Creates a recogniser of the given kinds. Each address is compared only with the templates of its own domain. */
export function createRecogniseAddress(kinds: readonly SourceKind[]): RecogniseAddress {
  const byDomain = new Map<string, { kind: SourceKind; template: AddressTemplate }[]>();
  for (const kind of kinds)
    for (const rule of kind.addresses ?? []) {
      const template = compileAddress(rule);
      byDomain.set(template.domain, [...(byDomain.get(template.domain) ?? []), { kind, template }]);
    }
  for (const list of byDomain.values()) list.sort((a, b) => b.template.weight - a.template.weight);
  return (address) => {
    const url = typeof address === 'string' ? parseAddress(address) : address;
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
    const domain = url.hostname.split('.').slice(-2).join('.');
    for (const { kind, template } of [...(byDomain.get(domain) ?? []), ...(byDomain.get('') ?? [])]) {
      const settings = template.match(url);
      if (settings !== null && isValid(kind, settings)) return { kind, settings };
    }
    return null;
  };
}

/** Recognises boards of all kinds. */
export const recogniseAddress: RecogniseAddress = createRecogniseAddress(sourceKinds);

/** An address as people write it: with or without a scheme. `null` = invalid. */
export function parseAddress(text: string): URL | null {
  const written = text.trim();
  if (written === '' || written.length > longestAddress) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))/i.test(written)) return null;
  const whole = hasScheme ? written : `https://${written.replace(/^\/\//, '')}`;
  if (/\s/.test(whole) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  return url.hostname === '' ? null : url;
}

/** Whether the kind's own schema accepts these settings. */
export function isValid(kind: SourceKind, settings: Record<string, string>): boolean {
  return kind.settings.safeParse({ id: 'x', kind: kind.kind, ...settings }).success;
}
