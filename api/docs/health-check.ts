export type Status = 'pass' | 'warn' | 'fail';

/** One check of `GET /api` (draft-inadarei-api-health-check). */
export type Check = {
  componentType: string;
  status: Status;
  observedValue: number | string | null;
  observedUnit?: string;
  output: string | null;
};

/** A check of a part of this service, which warns when there is a warning. */
export function component(observedValue: number | string | null, observedUnit: string, warning: string | null): Check {
  return {
    componentType: 'component',
    status: warning === null ? 'pass' : 'warn',
    observedValue,
    observedUnit,
    output: warning,
  };
}
