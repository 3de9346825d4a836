/** Texts of a service, of its partners and of strangers, made harmless for a terminal. */

/** Control characters but line feed and tab, and signs that turn the direction of writing. */
const obeyed = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A terminal obeys such characters: they set titles, clear screens and fill clipboards. Each is shown as JSON writes it. */
export const harmless = (text: string): string =>
  text.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
