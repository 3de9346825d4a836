/** The members that every item of the table has. */

/** Every write is conditional on `version`; times are Unix ms. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** The table may forget the item after this time. */
  readonly keepUntil: number;
}
