import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures how long the event loop was blocked: the thread that renews the locks of BullMQ's jobs. */
export type EventLoopDelay = {
  /** The longest delay since the last call, in milliseconds. */
  takeMaxMs(): number;
  close(): void;
};

/** Interval of the samples in milliseconds; a delay is what an interval takes longer. */
const resolution = 10;

/** Starts measuring; the caller closes it. */
export function openEventLoopDelay(): EventLoopDelay {
  const histogram: IntervalHistogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return {
    takeMaxMs() {
      const { max } = histogram;
      histogram.reset();
      return Math.max(0, max / 1e6 - resolution);
    },
    close: () => void histogram.disable(),
  };
}
