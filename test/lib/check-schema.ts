import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { ApiDocument } from '../../api/openapi/describe-api.js';
import type { JsonSchema } from '../../api/openapi/parameters.js';

/** Reports what is wrong with a value by a schema of the document, as a client's own validator would; `''` = nothing. */
export function createSchemaCheck({ components }: ApiDocument): (schema: JsonSchema, value: unknown) => string {
  const validator = new AjvJsonSchemaValidator();
  const known = new Map<string, ReturnType<typeof validator.getValidator>>();
  return (schema, value) => {
    const name = JSON.stringify(schema);
    // References point into the document, so the validator needs all of it.
    const whole: JsonSchema = { allOf: [schema], components };
    const check = known.get(name) ?? validator.getValidator(whole);
    known.set(name, check);
    return check(value).errorMessage ?? '';
  };
}
