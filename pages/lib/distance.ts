/** Countries that use miles. */
const inMiles: ReadonlySet<string> = new Set(['US', 'GB', 'LR']);

const kmPerMile = 1.609344;

/** Whether the reader uses miles, by the country in the browser's first language. */
export function usesMiles(languages: readonly string[]): boolean {
  try {
    return inMiles.has(new Intl.Locale(languages[0] ?? '').region ?? '');
  } catch {
    return false;
  }
}

/** "45 km", or "28 miles", rounded up so that the area does not shrink. */
export const formatRadius = (km: number, { miles }: { miles: boolean }): string =>
  miles ? `${Math.ceil(km / kmPerMile)} miles` : `${km} km`;

/** Converts the kilometres in a service sentence to the reader's unit: "in Potsdam, 17 miles from Berlin". */
export const writeDistances = (sentence: string, { miles }: { miles: boolean }): string =>
  miles
    ? sentence.replace(/\b(\d{1,5}) km (?=from )/g, (_, km: string) => {
        const count = Math.round(Number(km) / kmPerMile);
        return `${count} ${count === 1 ? 'mile' : 'miles'} `;
      })
    : sentence;
