/** The operator's screening of those whom an order names. */
import type { Screened } from '../core/fraud/screening.ts';

export interface Screening {
  /** True if a person must look at it first. Throws without an answer: nothing is handed over then. */
  isMatch(screened: Screened): Promise<boolean>;
}
