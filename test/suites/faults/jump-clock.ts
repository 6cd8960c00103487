import { existsSync, readFileSync } from 'node:fs';

/**
 * Preloaded into every process of the suite: on SIGUSR2 its wall clock is set off from the true time by the milliseconds in the
 * file `FAULTS_CLOCK`. Timers are not affected, as when a machine's clock is set.
 */
const { FAULTS_CLOCK = '' } = process.env;
const trueDate = Date;
let offsetMs = 0;
const now = (): number => trueDate.now() + offsetMs;

const read = (): void => {
  offsetMs = existsSync(FAULTS_CLOCK) ? Number(readFileSync(FAULTS_CLOCK, 'utf8')) : 0;
};
read();
process.on('SIGUSR2', read);

globalThis.Date = new Proxy(trueDate, {
  construct: (target, given: ConstructorParameters<typeof Date> | []) =>
    given.length === 0 ? new target(now()) : new target(...given),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
