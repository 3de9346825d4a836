/** French of the page that verifies receipts. */
export const verify = {} as const;
