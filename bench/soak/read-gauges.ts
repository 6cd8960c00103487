/** The figures of one kind of process, as its metrics tell them. */
export type Gauges = { heapMb: number; handles: number };

const partNames = { api: 'API', worker: 'worker' } as const;

/** Reads what the processes tell of themselves; throws when they do not answer. Several workers are added up. */
export async function readGauges(admin: string, token: string): Promise<Map<string, Gauges>> {
  const answer = await fetch(`${admin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}.`);
  const text = await answer.text();
  const gauges = new Map<string, Gauges>();
  for (const [part, name] of Object.entries(partNames)) {
    const heap = sumOf(text, 'nodejs_heap_size_used_bytes', part);
    if (heap > 0)
      gauges.set(name, { heapMb: heap / 2 ** 20, handles: sumOf(text, 'nodejs_active_handles_total', part) });
  }
  return gauges;
}

function sumOf(text: string, metric: string, part: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`) && line.includes(`part="${part}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
