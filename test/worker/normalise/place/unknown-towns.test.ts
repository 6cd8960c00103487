import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../../../worker/normalise/place/place.js';

const gazetteer = loadGazetteer();
const placesIn = (text: string): string[] =>
  readLocation(text, gazetteer)
    .places.filter(({ level }) => level !== 'unknown')
    .map(({ city, region, country }) => [city, region, country].map((name) => name ?? '-').join(', '));

test.each([
  ['Berlin, VT', 'Berlin, VT, US'],
  ['Midlothian, VA', 'Midlothian, VA, US'],
  ['Guy, MS', 'Guy, MS, US'],
  ['Qwertyville City, NV', 'Qwertyville City, NV, US'],
  ['Qwerty Center, Nevada', 'Qwerty Center, NV, US'],
  ['West Chester OH', 'West Chester, OH, US'],
  ['South Philadelphia, PA', 'Philadelphia, PA, US'],
])('in "%s" the state decides', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test.each([
  ['Eindhoven, NL', 'Eindhoven, North Brabant, NL'],
  ['Hamburg, DE', 'Hamburg, Hamburg, DE'],
  ['Joinville, SC', 'Joinville, Santa Catarina, BR'],
  ['Alberta, Canada', '-, AB, CA'],
])('"%s" stays in the country that has the town and the code', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test.each([
  ['Qwerty Software India', '-, -, IN'],
  ['Qwertysoft - Costa Rica', '-, -, CR'],
  ['AU - Packing - QLD', '-, QLD, AU'],
  ['Regional Ohio', '-, OH, US'],
  ['12 Qwerty Drive, Singapore 679301', 'Singapore, -, SG'],
  ['Qwerty Data Center, VA', '-, VA, US'],
])('the words before the wider place in "%s" are no town', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test('a place ends where its region comes again', () => {
  expect(placesIn('Grand Haven, MI, Holland, MI')).toEqual(['Grand Haven, MI, US', 'Holland, MI, US']);
  expect(placesIn('Monahans, Texas, United States, Kermit, TX, United States')).toEqual([
    'Monahans, TX, US',
    'Kermit, TX, US',
  ]);
});

test.each([
  ['Remote - US West', '-, -, US'],
  ['US Remote (Central)', '-, -, US'],
  ['Central - United States', '-, -, US'],
  ['West Texas', '-, TX, US'],
  ['Western North Carolina', '-, NC, US'],
  ['West, TX', 'West, TX, US'],
  ['Remote (Domestic USA)', '-, -, US'],
])('a compass word in "%s" is a town only beside its state', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test.each([
  ['Remote, near Austin is a plus', 'Austin, TX, US'],
  ['Florida; Naples', '-, FL, US; Naples, FL, US'],
  ['Niger, Nigeria', '-, Niger State, NG'],
  ['Trento', 'Trento, Trentino-Alto Adige, IT'],
  ['Maranello, Modena, Italy', 'Maranello, Emilia-Romagna, IT'],
  ['Boston, MA Seattle, WA McLean, VA', 'Boston, MA, US; Seattle, WA, US; McLean, VA, US'],
  ['Istanbul/Turkey', 'Istanbul, Istanbul, TR'],
  ['Ville de Paris, FRA', 'Paris, Île-de-France, FR'],
  ['Dubai Emirate, United Arab Emirates', 'Dubai, Dubai, AE'],
  ['Chicago OR Old Greenwich OR Austin', 'Chicago, IL, US; Old Greenwich, CT, US; Austin, TX, US'],
  ['Atlanta, GA. (Hybrid) OR Remote, US', 'Atlanta, GA, US; -, -, US'],
  ['Shanghai (office) or China (remote)', 'Shanghai, Shanghai, CN; -, -, CN'],
])('"%s" is read as its places', (text, expected) => {
  expect(placesIn(text).join('; ')).toBe(expected);
});

test.each([
  ['Lebanon, KS', 'Lebanon, KS, US'],
  ['Norway, NE', 'Norway, NE, US'],
  ['Peru, Minnesota', 'Peru, MN, US'],
  ['Qwertyville, New York', 'Qwertyville, NY, US'],
  ['Glenmont, New York', 'Glenmont, NY, US'],
  ['Qwerty Falls, New York, United States', 'Qwerty Falls, NY, US'],
])('"%s" is a town of the state, though the name is also a country or the state a city', (text, expected) => {
  expect(placesIn(text)).toEqual([expected]);
});

test.each([
  ['Israel, IL', ['-, -, IL']],
  ['Canada, ON', ['-, ON, CA']],
  ['Mexico, CA', ['-, -, MX', '-, -, CA']],
  ['Boston, New York', ['Boston, MA, US', 'New York, NY, US']],
  ['SoHo, New York', ['New York, NY, US']],
  ['Qwerty Plaza, New York', ['New York, NY, US']],
  ['9 Qwerty Street, New York, NY', ['New York, NY, US']],
])('"%s" is read as before', (text, expected) => {
  expect(placesIn(text)).toEqual(expected);
});

test.each([
  ['Castle Hill Hospital, Leeds, LS9 7ZZ', ['Leeds, England, GB']],
  ["St Thomas' Hospital, London", ['London, England, GB']],
  ['Springfield Hospital', []],
  ['Springfield Hospital, Springfield, VT', ['Springfield, VT, US']],
  ['Leeds Hospital', ['Leeds, England, GB']],
  ['Kingston, Jamaica', ['Kingston, -, JM']],
])('the name of a hospital is no town by itself: "%s"', (text, expected) => {
  expect(placesIn(text)).toEqual(expected);
});

test.each([
  ['West End, Brisbane QLD', ['Brisbane, QLD, AU']],
  ['Cork, Sydney, NSW', ['Sydney, NSW, AU']],
  ['Boston, Austin, TX', ['Boston, MA, US', 'Austin, TX, US']],
  ['Dublin, Melbourne VIC', ['Dublin, Leinster, IE', 'Melbourne, VIC, AU']],
])('a small namesake abroad before a city and its state is no place of its own: "%s"', (text, expected) => {
  expect(placesIn(text)).toEqual(expected);
});
