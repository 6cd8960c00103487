import { describe, expect, test } from '@jest/globals';
import {
  addEsco,
  type EscoOccupation,
  readEscoCsv,
  readOccupations,
} from '../../../../worker/match/occupations/read-occupations.js';
import { createTitleModel } from '../../../../worker/match/occupations/title-model.js';
import { nearness, vectorOf } from '../../../../worker/match/occupations/title-similarity.js';
import { tokensOf } from '../../../../worker/match/words/tokens.js';

const heading = 'conceptType,conceptUri,iscoGroup,preferredLabel,altLabels,hiddenLabels,status';
const uri = (name: string): string => `http://data.europa.eu/esco/occupation/${name}`;
const english = `${heading}
Occupation,${uri('ward')},2221,nurse,"ward carer
night ward carer",,released
Occupation,${uri('kelp')},9216,kelp gatherer,"seaweed gatherer
",,released
Occupation,${uri('shell')},9216,cockle picker,,,released
`;
const swedish = `${heading}
Occupation,${uri('ward')},2221,sjuksköterska,"avdelningssköterska
Nurse",,released
Occupation,${uri('kelp')},9216,tångplockare,,,released
`;

/** The occupations of these files, read one after the other. */
function read(...files: string[]): Map<string, EscoOccupation> {
  const known = new Map<string, EscoOccupation>();
  for (const file of files) readEscoCsv(file, 'occupations.csv', known);
  return known;
}

describe('ESCO files', () => {
  test('join the labels of several languages by the URI of an occupation', () => {
    expect(read(english, swedish).get(uri('kelp'))).toEqual({
      ...{ uri: uri('kelp'), iscoGroup: '9216' },
      labels: ['kelp gatherer', 'seaweed gatherer', 'tångplockare'],
    });
  });

  test.each([
    ['conceptUri,label\nx,y', 'it has no column "iscoGroup", "preferredLabel", "altLabels"'],
    ['', 'it has no column "conceptUri"'],
    [heading, 'occupations.csv lists no occupation.'],
  ])('that are no list of occupations are refused: %j', (file, message) => {
    expect(() => read(file)).toThrow(message);
  });

  test('of endless rows are refused', () => {
    const rows = Array.from({ length: 20_001 }, (_, at) => `Occupation,${uri(String(at))},9216,picker ${at},,,`);
    expect(() => read([heading, ...rows].join('\n'))).toThrow('more than 20000 occupations');
  });
});

describe('titles of ESCO', () => {
  const builtIn = readOccupations();
  const groups = addEsco(builtIn, read(english, swedish).values());
  const titlesOf = (name: string): readonly string[] => groups.find((each) => each.name === name)?.titles ?? [];
  const model = createTitleModel(groups);
  /** How near the groups of two titles are. */
  const similar = (keyword: string, title: string, by = model): number =>
    nearness(by.nearTo(by.groupsOf(tokensOf(keyword))), vectorOf(by, [tokensOf(title)]).groups);

  test('join the group that has their preferred label, and leave the tables as they are', () => {
    expect(titlesOf('nurse')).toEqual(expect.arrayContaining(['ward carer', 'sjuksköterska', 'avdelningssköterska']));
    expect(titlesOf('nurse').filter((title) => title === 'nurse')).toHaveLength(1);
    expect(builtIn.flatMap(({ titles }) => titles)).not.toContain('sjuksköterska');
  });

  test('that no group has are groups of their own, near to those of their ISCO unit', () => {
    expect(groups.length).toBe(builtIn.length + 2);
    expect(titlesOf(uri('kelp'))).toEqual(['kelp gatherer', 'seaweed gatherer', 'tångplockare']);
    expect(similar('tångplockare', 'cockle picker')).toBeGreaterThan(0);
    expect(similar('tångplockare', 'seaweed gatherer')).toBeGreaterThan(similar('tångplockare', 'cockle picker'));
    expect(similar('tångplockare', 'head chef')).toBe(0);
  });

  test('make a keyword of another language find the titles of the tables', () => {
    expect(similar('sjuksköterska', 'registered nurse')).toBeGreaterThan(0.2);
    expect(similar('sjuksköterska', 'registered nurse', createTitleModel(builtIn))).toBe(0);
  });
});
