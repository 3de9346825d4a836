/** Pairs of a state and a fact that the table of transitions has, and that no run meets; each with its reason. */

export const unreachable: Readonly<Record<string, string>> = {};

/** Met in some ten thousand seeds only: the reason why it is rare. */
export const rarelyMet: Readonly<Record<string, string>> = {};
