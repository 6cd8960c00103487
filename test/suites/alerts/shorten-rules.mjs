const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds that stand for a longer time: a minute is 20, half an hour 69, a day 125; what is longer stays longer. */
export const shortened = (seconds) => Math.max(5, Math.round(20 + 10 * Math.log2(seconds / 60)));

/**
 * The rules of ops/alerts.yml with shortened durations and nothing else changed: windows, offsets and `for`. Each alert has the label
 * `durations: shortened`, and what is recorded has names of its own, so that both may be evaluated beside each other.
 */
export function shortenRules(text) {
  const short = (duration) => `${shortened(Number(duration.slice(0, -1)) * secondsOf[duration.slice(-1)])}s`;
  return text
    .replaceAll('job_search:', 'job_search_shortened:')
    .replace(/labels: \{/g, 'labels: { durations: shortened,')
    .replace(/\[[\dsmhd:]+\]/g, (window) => window.replace(/\d+[smhd]/g, short))
    .replace(/\b(for:|offset) (\d+[smhd])/g, (_, word, duration) => `${word} ${short(duration)}`);
}
