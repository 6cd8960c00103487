import { z } from 'zod';

/** The setting for an account that is the subdomain of a system, as in `NAME.example.com`. */
export const subdomainOf = (domain: string) =>
  z
    .string()
    .regex(/^[\w-]{1,80}$/, `The subdomain, as in NAME.${domain}.`)
    .describe(`Subdomain, as in NAME.${domain}.`);

/** The setting for the name of a board in an address, such as `jobs.example.com/NAME`. */
export const boardNameIn = (address: string) =>
  z
    .string()
    .regex(/^[\w.-]{1,100}$/, `The name in ${address}.`)
    .describe(`Name of the board, as in ${address}.`);

/** The setting for the host of a career site, such as `jobs.acme.example`. */
export const careerHost = z
  .string()
  .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}$/i, 'The host of the career site, such as jobs.acme.example.')
  .describe('Host of the career site, such as jobs.acme.example.');

/** The setting for the company of a board whose postings do not state it. */
export const companyName = z
  .string()
  .min(1)
  .max(120)
  .optional()
  .describe('Company name; the postings do not state it.');
