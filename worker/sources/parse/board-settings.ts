import { z } from 'zod';

/** The setting that identifies a board; `about` describes it, such as "tenant, as in TENANT.example.com". */
export const boardSetting = (pattern: RegExp, about: string) =>
  z
    .string()
    .regex(pattern, `The ${about}.`)
    .describe(`${about.charAt(0).toUpperCase()}${about.slice(1)}.`);

/** The setting for an account that is the subdomain of a system, as in `NAME.example.com`. */
export const subdomainOf = (domain: string) => boardSetting(/^[\w-]{1,80}$/, `subdomain, as in NAME.${domain}`);

/** The setting for the name of a board in an address, such as `jobs.example.com/NAME`. */
export const boardNameIn = (address: string) => boardSetting(/^[\w.-]{1,100}$/, `name of the board, as in ${address}`);

/** The setting for the host of a career site, such as `jobs.acme.example`. */
export const careerHost = z
  .string()
  .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}$/i, 'The host of the career site, such as jobs.acme.example.')
  .describe('Host of the career site, such as jobs.acme.example.');

/** Maximum letters of a company's name. */
export const companyNameAtMost = 120;

/** The setting for the company of a board whose postings do not state it. */
export const companyName = z
  .string()
  .min(1)
  .max(companyNameAtMost)
  .optional()
  .describe('Company name, missing in postings.');

/** The setting for the company of a board whose postings state one, or where they may. */
export const companyInstead = companyName.describe('Company name, overriding theirs.');

/** The setting for a key of the operator's own, of at least `shortest` characters. */
export const ownKey = (shortest: number, about: string) =>
  z
    .string()
    .min(shortest)
    .max(200)
    .meta({ secret: true, description: `${about}.` });
