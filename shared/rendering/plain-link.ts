/** The rule of links: a reader of the proof may be led to the web or to an e-mail, and nowhere else. */

/** Viewers open other schemes, files and hosts of the reader's own network by themselves. */
export const isPlainLink = (address: string): boolean => /^(?:https?:\/\/[^\s\\]|mailto:)/i.test(address.trim());
