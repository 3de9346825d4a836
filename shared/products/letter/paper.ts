/** The paper of a letter: the print partner stamps both addresses on page 1, for the windows of the envelope. */
import type { Paper } from '../../core/paper.ts';
import { usLetter } from '../us-letter.ts';

export const letterPaper: Paper = {
  ...usLetter,
  noun: 'letter',
  addressZoneIn: 3,
  mostPages: 60,
  // The windows of the envelope end 4.6 inches from the left edge of the paper, however it lies in there, and this box
  // begins at 5 inches.
  letterhead: { widthIn: 2.5, heightIn: 1.5, standsAside: true },
  isFaxed: false,
  isNote: false,
};
