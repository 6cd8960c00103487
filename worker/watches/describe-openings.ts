import { z } from 'zod';
import { cutText } from '../../shared/words/cut-text.js';

/** What a message to a person says of each opening. */
const bodySchema = z.object({
  type: z.string(),
  data: z.object({
    link: z.string().optional(),
    jobs: z.array(
      z.object({
        title: z.string(),
        company: z.object({ name: z.string().nullable() }),
        location: z.object({ text: z.string().nullable() }),
        url: z.string(),
        workplace: z.string().nullable().optional(),
        salary: z.object({ text: z.string().nullish() }).nullish(),
      }),
    ),
  }),
});

/** The longest line of an opening, in characters. */
const lineLength = 200;

/** An opening as a person reads it; `about`: its employer, place, workplace and pay, where they are known. */
export type DescribedOpening = { title: string; about: string[]; url: string };

/** A delivery for people: a subject, sentences, and openings. `isConsent`: it asks an address whether it wants mails. */
export type DescribedDelivery = { subject: string; lines: string[]; openings: DescribedOpening[]; isConsent: boolean };

/** The body of a delivery as plain text for people. */
export function describeOpenings(body: string): DescribedDelivery {
  const { type, data } = bodySchema.parse(JSON.parse(body));
  const none = { openings: [], isConsent: false };
  if (type === 'watch.test')
    return { ...none, subject: 'A test of your watch', lines: ['New jobs of its search are sent here.'] };
  if (data.link !== undefined)
    return { ...none, subject: 'Have new jobs sent to you?', lines: askingFor(data.link), isConsent: true };
  const openings = data.jobs.map(({ title, company, location, workplace, salary, url }) => ({
    title: plain(title),
    about: [company.name, location.text, workplace, salary?.text].flatMap((part) => (part ? [plain(part)] : [])),
    url,
  }));
  const [first] = openings;
  const subject = openings.length === 1 && first !== undefined ? first.title : `${openings.length} new jobs`;
  return { subject: cutText(subject, 120), lines: [], openings, isConsent: false };
}

/** The paragraphs of a plain text: its sentences, and each opening with its address on a line of its own. */
export const linesOf = ({ lines, openings }: Pick<DescribedDelivery, 'lines' | 'openings'>): string[] => [
  ...lines,
  ...openings.map(({ title, about, url }) => `${cutText([title, ...about].join(' · '), lineLength)}\n${url}`),
];

/** The only mail to an address that has not agreed. Nothing of the search is in it, whose words anybody may have written. */
const askingFor = (link: string): string[] => [
  'Somebody, hopefully you, wants new jobs of a search to be sent to this address. To have them sent, open this link within 30 days:',
  link,
  'If it was not you, do nothing: nothing more is sent to you.',
];

/** One line of a text of others, at most twice as long as that of an opening. The joiners and tags within characters (and words of Persian) stay, other marks of format go. */
const plain = (text: string): string =>
  cutText(text, 2 * lineLength).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
    /\u200c|\u200d|[\u{e0020}-\u{e007f}]/u.test(mark) ? mark : ' ',
  );
