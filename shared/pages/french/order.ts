/** French of the page after paying. */
export const order = {} as const;
