/** Tells our charges of agents' tokens from the payments of pages, which carry the job's id, too. */
export const byMachine = { machine_payment: 'true' } as const;
