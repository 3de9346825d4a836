/** The paper of a check: the space for the note that is printed under it, on the same page. */
import type { Paper } from '../../domain/paper.ts';
import { usLetter } from '../us-letter.ts';

export const checkPaper: Paper = {
  ...usLetter,
  noun: 'check',
  addressZoneIn: 0,
  // PostGrid's cheque `message`: an area 7 inches high with a margin of 0.3. Our column is narrower than that area, so a
  // note that fits here also fits there.
  textHeightIn: 7 - 2 * 0.3,
  mostPages: 1,
  isFaxed: false,
  isNote: true,
};
