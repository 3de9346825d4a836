/** The script of every page that shows a moment. */
import { scriptOf } from '../html.ts';
import { momentHere, showMoments } from './moment.ts';

export const script = scriptOf(showMoments, momentHere);
