/** The hash under which Redis holds what nobody should read there: tokens, codes, the addresses of people. */
import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in base64url (43 characters). It hides a text only as far as that cannot be guessed. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url');
