/** French of receipts. */
export const receipt = {} as const;
