import { nameMeant } from '../../shared/search/query/other-names.js';
import { type FieldError, pointerTo } from '../../shared/search/query/parse-query.js';
import { invalidRequest } from './invalid-request.js';
import type { Middleware } from './request-context.js';

/** Names under which other services read keys from the address. */
const keyNames = /^(?:api[-_]?key|key|token|access[-_]?token|app[-_]?(?:id|key))$/i;

/** The error of a query parameter that an endpoint does not have; `names` are those it has. */
export function unknownParameter(name: string, names: readonly string[]): FieldError {
  const shown = name.slice(0, 60);
  const suggestion = keyNames.test(shown) ? null : nameMeant(shown, names);
  return {
    pointer: pointerTo(name.slice(0, 80)),
    code: 'unknown-field',
    detail: `There is no parameter "${shown}". ${hint(shown, suggestion, names)}`,
    ...(names.length === 0 ? {} : { allowed: names }),
    ...(suggestion === null ? {} : { suggestion }),
  };
}

function hint(name: string, suggestion: string | null, names: readonly string[]): string {
  if (keyNames.test(name)) return 'Send a key as "Authorization: Bearer <key>": addresses are written to logs.';
  if (suggestion !== null) return `Did you mean "${suggestion}"?`;
  return names.length === 0 ? 'This address has none.' : `Parameters: ${names.join(', ')}.`;
}

/** Refuses query parameters where there are none: what is sent and not used is never ignored. `cure` says where to put them. */
export function refuseParameters(cure = ''): Middleware {
  return function refuseParameters(ctx, next) {
    const names = ctx.querystring === '' ? [] : Object.keys(ctx.query);
    if (names.length === 0) return next();
    const errors = names.map((name) => {
      const error = unknownParameter(name, []);
      return cure === '' || keyNames.test(name) ? error : { ...error, detail: `${error.detail} ${cure}` };
    });
    throw invalidRequest({ errors, count: errors.length }, 'parameters');
  };
}
