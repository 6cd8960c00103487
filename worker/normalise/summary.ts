/** The longest summary, in characters. */
const longest = 280;

/** The beginning of a description as one line, cut at a word; a repeated title is left out. */
export function summarise(description: string, title: string): string {
  const lines = description.split('\n').filter((line) => line.trim().toLowerCase() !== title.trim().toLowerCase());
  // A heading of a few words ("About us") tells nothing by itself.
  while (lines.length > 1 && (lines[0]?.length ?? 0) < 40 && !/[.!?]$/.test(lines[0] ?? '')) lines.shift();
  const text = lines.map((line) => line.replace(/^- /, '')).join(' ').replace(/\s+/g, ' ').trim();
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).replace(/[\s,;:–-]+$/, '')} …`;
}
