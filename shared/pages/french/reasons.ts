/** French of the reasons why an order stands still or has failed, and of refusals that pages show. */
export const reasons = {} as const;
