import { expect, test } from '@jest/globals';
import { areaLocation, areaOf, locationNear, type Town } from '../../pages/map/search-area.js';
import { parseLocation } from '../../shared/places/parse-location.js';

const town = (word: string, lat: number, lon: number, jobs: number): Town => ({ word, lat, lon, jobs });
const berlin = town('Berlin, Germany', 52.52, 13.4, 40);
const potsdam = town('Potsdam, Germany', 52.4, 13.06, 3);
const munich = town('Munich, Germany', 48.14, 11.58, 30);
const village = town('Trebbin, Germany', 52.22, 13.21, 1);
const singapore = town('Singapore, Singapore', 1.29, 103.85, 9);

test('an area holds all towns in view and is named after one of them', () => {
  expect(areaOf([berlin, potsdam, munich])).toEqual({ word: 'Berlin, Germany', km: 505 });
  expect(areaOf([berlin])).toEqual({ word: 'Berlin, Germany', km: 10 });
});

test('of nearly equal areas the one around the busiest town is taken', () => {
  // Around Potsdam 30 km would do, but everybody knows Berlin.
  expect(areaOf([potsdam, village, berlin])?.word).toBe('Berlin, Germany');
});

test('there is none without towns, or when they are further apart than a location can say', () => {
  expect(areaOf([])).toBeNull();
  expect(areaOf([berlin, singapore])).toBeNull();
});

test('a location says the area as a search reads it', () => {
  const words = areaLocation({ word: 'Berlin, Germany', km: 45 });
  expect(words).toBe('Berlin, Germany within 45 km');
  expect(parseLocation(words)).toEqual({
    places: [{ parts: ['Berlin', 'Germany'], km: 45, workplace: null }],
    workplace: null,
  });
});

test('a location says the area in miles to readers who use them', () => {
  const words = areaLocation({ word: 'Leeds, United Kingdom', km: 45 }, { miles: true });
  expect(words).toBe('Leeds, United Kingdom within 28 miles');
  expect(parseLocation(words).places[0]?.km).toBeCloseTo(45, 0);
});

const towns = [
  { word: 'Berlin, Germany', lat: 52.52, lon: 13.41, jobs: 9 },
  { word: 'Leipzig, Germany', lat: 51.34, lon: 12.37, jobs: 5 },
];

test('the nearest town with jobs names what is around the reader', () => {
  expect(locationNear({ lat: 52.52, lon: 13.41 }, towns, { miles: false })).toBe('Berlin, Germany within 25 km');
  // Halle is 32 km from Leipzig.
  expect(locationNear({ lat: 51.48, lon: 11.97 }, towns, { miles: false })).toBe('Leipzig, Germany within 60 km');
  expect(locationNear({ lat: 52.52, lon: 13.41 }, towns, { miles: true })).toBe('Berlin, Germany within 16 miles');
});

test('no town is near the sea, and none where none has jobs', () => {
  expect(locationNear({ lat: 0, lon: -30 }, towns, { miles: false })).toBeNull();
  expect(locationNear({ lat: 52.52, lon: 13.41 }, [], { miles: false })).toBeNull();
});
