/** Countries whose people measure ways in miles. */
const inMiles: ReadonlySet<string> = new Set(['US', 'GB', 'LR']);

const kmPerMile = 1.609344;

/** Whether the reader measures ways in miles, by the country that the first language of the browser names. */
export function usesMiles(languages: readonly string[]): boolean {
  try {
    return inMiles.has(new Intl.Locale(languages[0] ?? '').region ?? '');
  } catch {
    return false;
  }
}

/** "45 km"; "28 miles" for the same, rounded up so that nothing within it is lost. */
export const formatRadius = (km: number, { miles }: { miles: boolean }): string =>
  miles ? `${Math.ceil(km / kmPerMile)} miles` : `${km} km`;

/** A sentence of the service with its kilometres in the reader's unit: "in Potsdam, 17 miles from Berlin". */
export const writeDistances = (sentence: string, { miles }: { miles: boolean }): string =>
  miles
    ? sentence.replace(/\b(\d{1,5}) km (?=from )/g, (_, km: string) => {
        const count = Math.round(Number(km) / kmPerMile);
        return `${count} ${count === 1 ? 'mile' : 'miles'} `;
      })
    : sentence;
