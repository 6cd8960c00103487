/** Closes at the end of a suite what its failed tests left open: a service would take time from all later suites of the process. */
type Closable = { close(): Promise<void> };

const ofProcess = globalThis as { openOfSuite?: Set<Closable> };
ofProcess.openOfSuite ??= new Set();
const open = ofProcess.openOfSuite;

/** Registers something that the test closes itself, unless it fails. jest/jest-environment.js closes the rest. */
export function closedWithSuite<Thing extends Closable>(thing: Thing): Thing {
  const close = thing.close.bind(thing);
  const entry = { close };
  open.add(entry);
  return Object.assign(thing, {
    close: () => {
      open.delete(entry);
      return close();
    },
  });
}
