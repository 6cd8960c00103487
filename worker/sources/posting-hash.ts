import { hash } from 'node:crypto';
import type { Posting } from './posting.js';

/** The first characters of a SHA-256 in base64url: 96 bits, so that two of a million differ. */
export const shortHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);

/** Identifies what a source says of a posting; equal before and after the posting is packed as JSON. */
export const hashOfPosting = (posting: Posting): string => shortHash(posting);
