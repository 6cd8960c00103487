import { z } from 'zod';
import { facetsSchema } from './facets.js';
import { companySchema, jobSchema } from './job.js';

/** The newest openings listed on the page of a company, and the closed ones. */
export const newestListed = 30;
export const mostClosed = 10;

/** The answer to `GET /api/companies/{key}`. */
export const companyAnswerSchema = z.strictObject({
  key: z
    .string()
    .describe('Its name without case, spaces, punctuation and legal form: "Acme Robotics Inc." is `acmerobotics`.'),
  ...companySchema.shape,
  name: z.string(),
  total: z.int().min(1).describe('Its openings.'),
  facets: facetsSchema
    .pick({
      dateSincePosted: true,
      jobType: true,
      remoteFilter: true,
      experienceLevel: true,
      places: true,
      salary: true,
    })
    .describe('Its openings by field, as in the facets of a search.'),
  jobs: z.array(jobSchema).max(newestListed).describe('Its newest openings.'),
  closed: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        location: z.string().nullable(),
        closedAt: z.iso.datetime(),
      }),
    )
    .max(mostClosed)
    .describe('Openings of the last 30 days that its boards no longer list, the latest first.'),
  openDays: z
    .strictObject({
      median: z.number().min(0),
      closings: z
        .int()
        .min(1)
        .describe('Openings that closed in the last 30 days, at most 30 of each board, of which this is the median.'),
      atLeast: z
        .boolean()
        .describe('Some existed when their board was first read, so they were open for longer than observed.'),
    })
    .nullable()
    .describe('How many days its openings were seen open until they closed; `null` = none was seen to close.'),
  sources: z.array(z.string()).describe('The boards that list the openings in `jobs`.'),
  partial: z.boolean().describe('Not all stored postings could be searched.'),
});
export type CompanyAnswer = z.infer<typeof companyAnswerSchema>;
