import { withoutGenderMarks } from '../../../shared/words/gender-marks.js';
import { markClockTimes } from './clock-times.js';
import { markNegations } from './negations.js';
import { markNames } from './technology-names.js';

/** Separators of the parts of a title; the role is named at the end of a part (worker/match/rank/score/title-fit.ts). */
const partSeparators = /[()[\]|,;:–—•]+|\s[-/@]\s/;

/** The parts of a title as they are indexed, technologies and times of day marked. */
export const titlePartsOf = (title: string): string[] =>
  markNames(markNegations(markClockTimes(withoutGenderMarks(title))), 'title')
    .split(partSeparators)
    .filter((part) => part.trim() !== '');
