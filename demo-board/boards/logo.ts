import { chanceOf } from '../postings/chance.js';
import { found, type Reply } from './reply.js';

/** A company's logo: its first letter on a colour derived from its name. */
export function logoReply(slug: string): Reply {
  const hue = chanceOf('logo', slug).int(0, 359);
  const letter = slug.charAt(0).toUpperCase();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="10" fill="hsl(${hue} 55% 40%)"/><text x="24" y="33" font-family="system-ui,sans-serif" font-size="26" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return found('svg', svg);
}
