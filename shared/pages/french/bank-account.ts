/** French of the form that registers a bank account. */
export const bankAccount = {} as const;
