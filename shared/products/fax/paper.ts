/** The paper of a fax: it has no addresses, so a letterhead has the whole column. */
import type { Paper } from '../../core/paper.ts';
import { usLetter } from '../us-letter.ts';

export const faxPaper: Paper = {
  ...usLetter,
  noun: 'fax',
  addressZoneIn: 0,
  mostPages: 200,
  letterhead: { widthIn: 6.5, heightIn: 1.5, standsAside: false },
  isFaxed: true,
  isNote: false,
};
