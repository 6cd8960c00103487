/** Creates a Trusted Types policy listed in api/pages/pages.ts; returns the rules in browsers without the API. */
export function trustedBy<Rules extends object>(name: 'description' | 'worker', rules: Rules): Rules {
  type Policies = { createPolicy(name: string, rules: Rules): Rules };
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: Policies };
  return trustedTypes?.createPolicy(name, rules) ?? rules;
}
