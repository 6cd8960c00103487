/** Lets a process go on when what it says cannot be written: a full disk or a closed terminal behind its output must not end a service. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
