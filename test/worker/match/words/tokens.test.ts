import { describe, expect, test } from '@jest/globals';
import { stem, tokensOf } from '../../../../worker/match/words/tokens.js';

describe('stems', () => {
  test.each([
    ['nurse', 'nurses'],
    ['policy', 'policies'],
    ['coach', 'coaches'],
    ['engineer', 'engineers'],
    ['organization', 'organisation'],
    ['center', 'centre'],
    ['theater', 'theatre'],
    ['labor', 'labour'],
    ['program', 'programme'],
    ['catalog', 'catalogue'],
    ['modeling', 'modelling'],
    ['traveler', 'traveller'],
    ['pediatric', 'paediatric'],
    ['license', 'licence'],
    ['analyzer', 'analyser'],
    ['entwickler', 'entwicklerinnen'],
    ['vendeur', 'vendeuse'],
    ['infirmier', 'infirmiere'],
    ['desarrollador', 'desarrolladora'],
  ])('%s and %s match', (one, other) => {
    expect(stem(other)).toBe(stem(one));
  });

  test.each([
    ['sales', 'sale'],
    ['developing', 'developer'],
    ['hour', 'hor'],
    ['four', 'for'],
    ['berlin', 'berl'],
    ['login', 'log'],
    ['kotlin', 'kotl'],
    ['ios', 'io'],
  ])('%s and %s do not match', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  test('are made of every word, and of both parts of a compound', () => {
    expect(tokensOf('Senior Nurses & Carers')).toEqual(['senior', 'nurse', 'carer']);
    expect(tokensOf('Softwareentwicklerin')).toEqual(['software', 'entwickler']);
    expect(tokensOf('Vertriebsleiter')).toEqual(['vertrieb', 'leiter']);
    expect(tokensOf('Sachbearbeiter')).toEqual(['sach', 'bearbeiter']);
    expect(tokensOf('Industrieschlosserin')).toEqual(['industrie', 'schlosser']);
    expect(tokensOf('Mitarbeiter, coordinator')).toEqual(['mitarbeiter', 'coordinator']);
  });
});
