import { expect, test } from '@jest/globals';
import { formerSecretMs, rotation, shownWatch, signingSecrets } from '../../../shared/watches/watch.js';
import { storedWatch } from '../../lib/stored-watch.js';

const now = 1_800_000_000_000;
const watch = { ...storedWatch('watch_1', now), secret: 'whsec_a' };

test('a secret that was replaced signs beside the new one for a day, the newest first', () => {
  const once = { ...watch, ...rotation(watch, { next: 'whsec_b', now }) };
  const twice = { ...once, ...rotation(once, { next: 'whsec_c', now: now + 1000 }) };
  expect(signingSecrets(twice, now + 2000)).toEqual(['whsec_c', 'whsec_b', 'whsec_a']);
  expect(signingSecrets(twice, now + formerSecretMs)).toEqual(['whsec_c', 'whsec_b']);
  expect(signingSecrets(twice, now + 2 * formerSecretMs)).toEqual(['whsec_c']);
  let often = watch;
  for (let at = 0; at < 20; at++) often = { ...often, ...rotation(often, { next: `whsec_${at}`, now }) };
  expect(signingSecrets(often, now)).toHaveLength(5);
});

test('a watch with a reason is failing unless it is paused, and its secrets are not shown', () => {
  const rotated = { ...watch, ...rotation(watch, { next: 'whsec_b', now }) };
  expect(JSON.stringify(shownWatch(rotated))).not.toMatch(/whsec|owner|since/);
  expect(shownWatch(watch).state).toBe('active');
  expect(shownWatch({ ...watch, reason: 'Why.' }).state).toBe('failing');
  expect(shownWatch({ ...watch, state: 'paused', reason: 'Why.' }).state).toBe('paused');
});
