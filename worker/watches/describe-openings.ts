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
      }),
    ),
  }),
});

/** The longest line of an opening, in characters. */
const lineLength = 200;

/** The body of a delivery as plain text for people: a subject, and a line with its address for each opening. */
export function describeOpenings(body: string): { subject: string; lines: string[] } {
  const { type, data } = bodySchema.parse(JSON.parse(body));
  if (type === 'watch.test')
    return { subject: 'A test of your watch', lines: ['New jobs of its search are sent here.'] };
  if (data.link !== undefined) return { subject: 'Have new jobs sent to you?', lines: askingFor(data.link) };
  const { jobs } = data;
  const lines = jobs.map(({ title, company, location, url }) => {
    const about = [title, company.name, location.text].filter((part) => part !== null && part !== '').join(' · ');
    return `${plain(about)}\n${url}`;
  });
  const [first] = jobs;
  const subject = jobs.length === 1 && first !== undefined ? plain(first.title) : `${jobs.length} new jobs`;
  return { subject: cutText(subject, 120), lines };
}

/** The only mail to an address that has not agreed. Nothing of the search is in it, whose words anybody may have written. */
const askingFor = (link: string): string[] => [
  'Somebody, hopefully you, wants new jobs of a search to be sent to this address. To have them sent, open this link within 30 days:',
  link,
  'If it was not you, do nothing: nothing more is sent to you.',
];

/** One line of a text of others. The joiners and tags within characters (and words of Persian) stay, other marks of format go. */
const plain = (text: string): string =>
  cutText(
    cutText(text, 2 * lineLength).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
      /\u200c|\u200d|[\u{e0020}-\u{e007f}]/u.test(mark) ? mark : ' ',
    ),
    lineLength,
  );
