import { readHiringComment } from '../../worker/sources/kinds/services/hn-hiring.js';
import { realComments } from './material.js';
import type { RealFact } from './real-fact.js';

/** The role that a comment of "Who is hiring?" offers. */
export const hiringComments: RealFact = {
  name: 'hiring-comment',
  title: 'hiring comments',
  right: 'the posting is titled with a role that the comment offers; other comments give none',
  target: '110 of 120; no title is a scrap',
  cases: () =>
    new Map(
      realComments().map(({ id, html }) => [
        id,
        {
          shown: html.slice(0, 100),
          read: () => readHiringComment({ id: '1', html, at: null })?.title ?? null,
        },
      ]),
    ),
};
