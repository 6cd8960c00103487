import type { ServerResponse } from 'node:http';

/** Adds a field that this service always spells the same way to the Vary header (RFC 9110 §12.5.5). */
export function vary(response: ServerResponse, field: string): void {
  const known = response.getHeader('Vary');
  if (known === undefined) response.setHeader('Vary', field);
  else if (!String(known).split(', ').includes(field)) response.setHeader('Vary', `${String(known)}, ${field}`);
}
