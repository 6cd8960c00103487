import { blank, type Token } from './name-meaning.js';

/** Codes used as names: next to another country, such a code is a separate place. */
const usedAsNames: ReadonlySet<string> = new Set(['US', 'USA', 'UK', 'UAE', 'EU']);

/**
 * "ZA, NL, Richards Bay", "Warsaw, MZ, PL": a code between a country's code and a town of that country is that of one
 * of its regions, regardless of its other meanings.
 */
export function bindCodes(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (before === undefined || after === undefined || after.breakBefore || !mayBeRegionCode(token)) return token;
    const isBound =
      isInside(token, { country: before, town: after }) || isInside(token, { country: after, town: before });
    return isBound ? { ...blank, text: token.text, joint: token.joint } : token;
  });
}

const mayBeRegionCode = ({ text, country, regions, breakBefore }: Token): boolean =>
  /^[A-Z]{2,3}$/.test(text) && !usedAsNames.has(text) && !breakBefore && (country !== null || regions.length > 0);

function isInside({ regions }: Token, { country: { text, country }, town }: { country: Token; town: Token }): boolean {
  if (country === null || !/^[A-Z]{2,3}$/.test(text)) return false;
  return (
    town.cities.some((city) => city.country === country) &&
    !regions.some((region) => region.country === country) &&
    !town.cities.some((city) =>
      regions.some(({ country: nation, name }) => nation === city.country && name === city.region),
    )
  );
}
