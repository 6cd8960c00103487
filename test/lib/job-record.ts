import type { Job } from '../../shared/search/job.js';

const austin = { text: 'Austin, TX', city: 'Austin', region: 'TX', country: 'US' };

/** A job record with a value in each field; `more` replaces some. */
export function jobRecord(more: Partial<Job> = {}): Job {
  const { location = austin, jobType = 'full time', experienceLevel = 'senior' } = more;
  return {
    id: 'job_7Q3kX0pV2mZt5RfB',
    title: 'Senior Software Engineer',
    company: { name: 'Acme', url: 'https://acme.example', logoUrl: null, industry: null, size: null },
    location,
    locations: [location],
    workplace: 'hybrid',
    jobType,
    jobTypes: jobType === null ? [] : [jobType],
    experienceLevel,
    experienceLevels: experienceLevel === null ? [] : [experienceLevel],
    salary: {
      text: '$140K – $175K a year',
      min: 140_000,
      max: 175_000,
      currency: 'USD',
      per: 'year',
      yearly: { min: 140_000, max: 175_000 },
    },
    postedAt: '2026-11-18T00:00:00.000Z',
    validUntil: null,
    firstSeenAt: '2026-11-18T06:12:40.000Z',
    seen: {
      first: '2026-11-18T06:12:40.000Z',
      last: '2026-11-21T09:14:03.000Z',
      reposted: 0,
      repostedAt: null,
      sameElsewhere: 2,
    },
    label: null,
    summary: 'Own the build and deploy platform.',
    url: 'https://boards.example/acme/jobs/4211987?a=1&b=2',
    applyUrl: null,
    source: 'acme',
    alsoOn: [],
    repeats: 0,
    inferred: [],
    skills: [],
    remoteFrom: null,
    visaSponsorship: null,
    securityClearance: null,
    degree: null,
    yearsOfExperience: null,
    language: 'en',
    postedBy: null,
    evidence: {},
    match: { score: 0.9, why: ['title has "engineer"'] },
    ...more,
  };
}
