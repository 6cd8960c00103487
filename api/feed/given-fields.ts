import { fieldNames, fields, type SearchField } from '../../shared/search/fields.js';

/** The value of a query parameter: a list when it is repeated. */
export type GivenParameter = string | string[] | undefined;

/** The fields of a search in an address. One that takes several values may be repeated, as a form sends boxes that are ticked. */
export function givenFields(parameters: Readonly<Record<string, GivenParameter>>): Record<string, string> {
  const given = fieldNames.flatMap((name) => {
    const value = parameters[name];
    if (typeof value === 'string') return [[name, value]];
    return value !== undefined && mayRepeat(name) ? [[name, value.join(', ')]] : [];
  });
  return Object.fromEntries(given);
}

/** Whether a parameter may stand in an address more than once. */
export function mayRepeat(name: string): boolean {
  const field: SearchField | undefined = Object.entries(fields).find(([key]) => key === name)?.[1];
  return field?.several === true;
}
