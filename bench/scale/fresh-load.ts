/** Concurrent clients: enough to make the workers the bottleneck. */
const clients = 24;

/** The results of clients that each make new searches one at a time. */
export type Tally = {
  /** Duration of the load in milliseconds; searches in flight are then finished. */
  run(ms: number): Promise<void>;
  reset(): void;
  /** Complete answers within the time. */
  whole(): number;
  notWhole(): number;
  /** All answers, including those after the time. */
  answers(): number;
  /** Milliseconds by share of the answers. */
  took(share: number): number;
};

let asked = 0;

export function createTally(url: string): Tally {
  let times: number[] = [];
  let failed = 0;
  let answers = 0;
  const one = async (end: number): Promise<void> => {
    asked += 1;
    const began = performance.now();
    const response = await fetch(`${url}/api/jobs/search`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      },
      body: JSON.stringify({ keyword: `engineer OR word${asked}` }),
    });
    const body = (await response.json()) as { partial?: boolean };
    answers += 1;
    if (response.status !== 200 || body.partial !== false) failed += 1;
    else if (performance.now() <= end) times.push(performance.now() - began);
  };
  return {
    async run(ms) {
      const end = performance.now() + ms;
      const client = async (): Promise<void> => {
        while (performance.now() < end) await one(end);
      };
      await Promise.all(Array.from({ length: clients }, client));
    },
    reset() {
      times = [];
      failed = 0;
      answers = 0;
    },
    whole: () => times.length,
    notWhole: () => failed,
    answers: () => answers,
    took(share) {
      const sorted = [...times].sort((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    },
  };
}
