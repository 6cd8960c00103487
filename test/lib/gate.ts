/** A promise that the test resolves: what waits for `opened` continues after `open()`. */
export type Gate = { readonly opened: Promise<void>; open(): void };

/** A closed gate. It orders events without delays: what is observed before `open()` did not wait for what comes after it. */
export function createGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
