/** The hash under which Redis stores secrets: tokens, codes, people's addresses. */
import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in base64url (43 characters). It hides only text that cannot be guessed. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url');
