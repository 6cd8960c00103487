import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { compileAddress } from '../../../worker/recognise/address-template.js';
import { createRecogniseAddress, parseAddress } from '../../../worker/recognise/recognise-address.js';
import { commonSettings, defineKind } from '../../../worker/sources/source.js';

const taken = (rule: Parameters<typeof compileAddress>[0], address: string) =>
  compileAddress(rule).match(new URL(address));

describe('an address template', () => {
  it('takes labels, segments and query values', () => {
    expect(taken('jobs.acme-ats.com/{board}', 'https://jobs.acme-ats.com/Crust/1234-baker?x=1')).toEqual({
      board: 'Crust',
    });
    expect(
      taken('{tenant}.{host}.acme-ats.com/[locale]/{site}', 'https://crust.wd5.acme-ats.com/de-DE/External/job/1'),
    ).toEqual({
      tenant: 'crust',
      host: 'wd5',
      site: 'External',
    });
    expect(taken('{tenant}.acme-ats.com/[locale]/{site}', 'https://crust.acme-ats.com/External')).toMatchObject({
      site: 'External',
    });
    expect(taken('acme-ats.com/embed?for={board}', 'https://www.acme-ats.com/embed?a=b&for=crust')).toEqual({
      board: 'crust',
    });
    expect(taken('careers-{company}.acme-ats.com', 'https://careers-crust.acme-ats.com/jobs')).toEqual({
      company: 'crust',
    });
    expect(taken('acme-ats.com/*/{board}', 'https://acme-ats.com/o/Bread%20%26%20Co')).toEqual({ board: 'Bread & Co' });
  });
  it('takes a whole host where the path tells the system, and numbers alone where it asks for them', () => {
    expect(taken('{host}/go/*/#', 'https://jobs.crust.example/go/All/12/')).toEqual({ host: 'jobs.crust.example' });
    expect(taken('{host}/go/*/#', 'https://jobs.crust.example/go/All/12a/')).toBeNull();
    expect(() => compileAddress('{host}')).toThrow('has no host');
  });
  it('adds settings, and leaves out placeholders whose names begin with an underscore', () => {
    const rule = {
      address: '{_sub}.eu.acme-ats.com',
      settings: { site: '{_sub}.eu', baseUrl: 'https://eu.acme-ats.com' },
    };
    expect(taken(rule, 'https://crust.eu.acme-ats.com/')).toEqual({
      site: 'crust.eu',
      baseUrl: 'https://eu.acme-ats.com',
    });
  });
  it.each([
    ['another host', 'https://jobs.acme-ats.com.evil.example/crust'],
    ['no segment', 'https://jobs.acme-ats.com/'],
    ['a part of the system itself', 'https://jobs.acme-ats.com/login'],
    ['an excluded value', 'https://jobs.acme-ats.com/J/1'],
    ['a token that is too long', `https://jobs.acme-ats.com/${'x'.repeat(200)}`],
  ])('does not match %s', (_what, address) => {
    expect(taken({ address: 'jobs.acme-ats.com/{board}', except: ['j'] }, address)).toBeNull();
  });
  it('wants the same value wherever a name stands twice', () => {
    const rule = '{tenant}.acme-ats.com/cxs/{tenant}/{site}';
    expect(taken(rule, 'https://crust.acme-ats.com/cxs/crust/Ext')).toEqual({ tenant: 'crust', site: 'Ext' });
    expect(taken(rule, 'https://crust.acme-ats.com/cxs/other/Ext')).toBeNull();
  });
  it('refuses a template without a host', () => {
    expect(() => compileAddress('/jobs/{board}')).toThrow('has no host');
  });
});

const kind = (name: string, addresses: string[]) =>
  defineKind({
    kind: name,
    summary: '',
    evidence: {
      requests: ['GET acme-ats.com/{board}'],
      access: 'documented',
      robots: 'acme-ats.com forbids nothing.',
      basis: ['https://acme-ats.com/docs'],
      compared: '2026-11-28',
      recording: 'none',
    },
    terms: '',
    cost: { perRequest: 'all', details: false },
    settings: commonSettings.extend({ kind: z.literal(name), board: z.string().regex(/^[a-z]+$/) }),
    narrows: () => [],
    pool: () => 'http',
    requests: () => [],
    parse: () => ({ postings: [], follow: [] }),
    addresses,
  });

describe('a recogniser', () => {
  const recognise = createRecogniseAddress([
    kind('wide', ['{board}.acme-ats.com']),
    kind('exact', ['boards.acme-ats.com/{board}']),
  ]);
  const found = (address: string) => {
    const { kind: { kind: name } = { kind: null }, settings } = recognise(address) ?? {};
    return [name, settings?.board];
  };

  it('prefers the more literal template, and passes on what the schema of a kind refuses', () => {
    expect(found('https://boards.acme-ats.com/crust')).toEqual(['exact', 'crust']);
    expect(found('crust.acme-ats.com/jobs')).toEqual(['wide', 'crust']);
    expect(found('https://crust-1.acme-ats.com/jobs')).toEqual([null, undefined]);
  });
  it.each(['', 'ftp://crust.acme-ats.com', 'mailto:jobs@acme-ats.com', 'two words.com', `x.com/${'y'.repeat(3000)}`])(
    'recognises nothing in %j',
    (address) => expect(recognise(address)).toBeNull(),
  );
  it('reads addresses as people write them', () => {
    expect(parseAddress(' //acme.example/jobs ')?.href).toBe('https://acme.example/jobs');
    expect(parseAddress('acme.example:8080/jobs')?.href).toBe('https://acme.example:8080/jobs');
    expect(parseAddress('http://acme.example')?.href).toBe('http://acme.example/');
    expect(parseAddress('javascript:alert(1)')).toBeNull();
  });
});
