/** Lets a process continue when its output cannot be written: a full disk must not end a service. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
