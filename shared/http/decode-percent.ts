/** A part of an address without its percent-encoding; one that is not well encoded ("100%") stands for itself. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
