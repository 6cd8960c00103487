import { afterEach } from '@jest/globals';

type Close<Thing> = (thing: Thing) => Promise<unknown> | unknown;

/** Returns a function that registers cleanups, run after each test whatever its outcome, newest first. */
export function closeLater(): <Thing>(thing: Thing, close: Close<Thing>) => Thing {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  return (thing, close) => {
    closing.unshift(() => close(thing));
    return thing;
  };
}
