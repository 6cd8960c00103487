import { readVersion } from '../../shared/project-file.js';

/** Names the service and how to contact its operator (RFC 9110 §10.1.5). */
export function ownUserAgent(contact: string): string {
  const name = `job-search/${readVersion()}`;
  return contact === '' ? name : `${name} (+${contact})`;
}
