/** Names and lists, written out for readers. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `letters, checks and faxes` */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
