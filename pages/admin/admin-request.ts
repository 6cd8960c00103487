/** What workers made of a request. */
export type AdminOutcome = { state: string; sentence: string };

/** How long is waited between two looks at what became of a request. */
const outcomeMs = 300;

/** Sends a change and waits for what the workers make of it. A request that fails is `refused`, with what is known. */
export async function request(method: string, path: string, body?: object): Promise<AdminOutcome> {
  try {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(path, { method, ...init });
    const answer = (await response.json()) as { detail?: string };
    const place = response.headers.get('location');
    if (place === null)
      return { state: 'refused', sentence: answer.detail ?? `The service answered ${response.status}.` };
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, outcomeMs));
      const read = await fetch(place);
      if (!read.ok) throw new Error(`The service answered ${read.status}`);
      const outcome = (await read.json()) as AdminOutcome;
      if (outcome.state !== 'waiting') return outcome;
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    return { state: 'refused', sentence: `It is not known what became of it: ${why}.` };
  }
}
