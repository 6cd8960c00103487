import type { SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Called once when exporting starts to fail, and once when it recovers. */
export type ExportReport = { failed(error: Error | undefined): void; recovered(): void };

/** OpenTelemetry's word for success (its ExportResultCode). */
const success = 0;

/** An exporter that reports the start of a failure and the recovery, instead of every failed batch. */
export function reportingExporter(exporter: SpanExporter, report: ExportReport): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== success;
        if (failed && !failing) report.failed(error);
        if (!failed && failing) report.recovered();
        failing = failed;
        // What was lost is lost: the processor has nothing to add to what was said.
        done({ code: success });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
