/** The paper of a fax: it has no addresses. */
import type { Paper } from '../../domain/paper.ts';
import { usLetter } from '../us-letter.ts';

export const faxPaper: Paper = {
  ...usLetter,
  noun: 'fax',
  addressZoneIn: 0,
  mostPages: 200,
  isFaxed: true,
  isNote: false,
};
