import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Jest's environment of a suite that shares its process with other suites: what it replaced is restored at its end. */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #console = console;
  #exit = process.exit;
  #env = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** What suites import as `jest`. */
  get jest() {
    const [mocker, timers] = [this.moduleMocker, this.fakeTimersModern];
    return {
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
      useFakeTimers: timers.useFakeTimers.bind(timers),
      useRealTimers: timers.useRealTimers.bind(timers),
      advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
    };
  }

  async setup() {
    // Jest maps positions of its own transforms; these suites have those that Node maps.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    for (const left of globalThis.openOfSuite ?? []) await left.close().catch(() => undefined);
    globalThis.openOfSuite?.clear();
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.useRealTimers();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  getVmContext() {
    return null;
  }
}
