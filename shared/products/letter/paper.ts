/** The paper of a letter: the print partner stamps both addresses on page 1, for the windows of the envelope. */
import type { Paper } from '../../domain/paper.ts';
import { usLetter } from '../us-letter.ts';

export const letterPaper: Paper = {
  ...usLetter,
  noun: 'letter',
  addressZoneIn: 3,
  mostPages: 60,
  isFaxed: false,
  isNote: false,
};
