import type { SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Called once when exporting starts to fail, and once when it recovers. */
export type ExportReport = { failed(error: Error | undefined): void; recovered(): void };

/** OpenTelemetry's word for success (its ExportResultCode). */
const success = 0;

/** Hears how each batch ended, and reports the start of a failure and the recovery. */
export function createExportReporter(report: ExportReport): (result: { code: number; error?: Error }) => void {
  let failing = false;
  return ({ code, error }) => {
    const failed = code !== success;
    if (failed && !failing) report.failed(error);
    if (!failed && failing) report.recovered();
    failing = failed;
  };
}

/** An exporter that reports the start of a failure and the recovery, instead of every failed batch. */
export function reportingExporter(exporter: SpanExporter, report: ExportReport): SpanExporter {
  const heard = createExportReporter(report);
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        heard(result);
        // What was lost is lost: the processor has nothing to add to what was said.
        done({ code: success });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
