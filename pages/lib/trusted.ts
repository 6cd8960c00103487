/** Makes a Trusted Types policy that the pages allow (api/pages/pages.ts); its rules alone in a browser that has none. */
export function trustedBy<Rules extends object>(name: 'description' | 'worker', rules: Rules): Rules {
  type Policies = { createPolicy(name: string, rules: Rules): Rules };
  const { trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: Policies };
  return trustedTypes?.createPolicy(name, rules) ?? rules;
}
