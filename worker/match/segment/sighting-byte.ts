import type { Sighting } from '../../../shared/words/seen.js';

type Told = Pick<Sighting, 'isOpened' | 'reposted'>;

const opened = 128;

/** What decides a label besides dates, in a byte. */
export const sightingByte = ({ isOpened, reposted }: Told): number =>
  Math.min(reposted, opened - 1) | (isOpened ? opened : 0);

export const readSightingByte = (byte: number): Told => ({
  isOpened: (byte & opened) !== 0,
  reposted: byte & (opened - 1),
});
