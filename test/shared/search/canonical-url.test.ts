import { describe, expect, test } from '@jest/globals';
import { canonicalUrl } from '../../../shared/search/canonical-url.js';

describe('canonical URLs', () => {
  test.each([
    ['https://www.acme.example/jobs/7/', 'http://acme.example/jobs/7'],
    ['https://acme.example/jobs/7/apply', 'https://acme.example/jobs/7#app'],
    ['https://boards.greenhouse.io/acme/jobs/4418273', 'https://acme.example/careers?gh_jid=4418273'],
    ['https://job-boards.eu.greenhouse.io/acme/jobs/4418273#app', 'https://boards.greenhouse.io/acme/jobs/4418273'],
    [
      'https://jobs.lever.co/acme/0b6c4a52-6a4e-4d7c-9f0e-1f6c2d9b7a11',
      'https://jobs.lever.co/acme/0b6c4a52-6a4e-4d7c-9f0e-1f6c2d9b7a11/apply',
    ],
  ])('%s and %s are one', (one, other) => {
    expect(canonicalUrl(one)).toBe(canonicalUrl(other));
  });

  test.each([
    ['https://acme.example/jobs/7', 'https://acme.example/jobs/8'],
    ['https://acme.example/jobs?id=7', 'https://acme.example/jobs?id=8'],
    ['https://acme.example/jobs#7', 'https://acme.example/jobs#8'],
    ['https://acme.example/#/jobs/cook', 'https://acme.example/#/jobs/nurse'],
    ['https://acme.example/jobs/4418273', 'https://boards.greenhouse.io/acme/jobs/4418273'],
  ])('%s and %s are two', (one, other) => {
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
  });
});
