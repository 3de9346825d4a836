/** The places in an author's text that ask for a signature. */
import type { Warning } from '../../core/warnings/warning.ts';

/** The signature stands at the first of them, and the others print nothing. */
export const signaturePlace = /\{\{[ \t]{0,9}signature[ \t]{0,9}\}\}/i;

export const withoutPlaces = (text: string): string => text.replace(new RegExp(signaturePlace, 'gi'), '');

const placesIn = (text: string): number => text.match(new RegExp(signaturePlace, 'gi'))?.length ?? 0;

/** `texts`: all text of a document. */
export function placeWarnings(texts: readonly string[], isSigned: boolean): Warning[] {
  const places = texts.reduce((sum, text) => sum + placesIn(text), 0);
  if (isSigned) return places > 1 ? [{ code: 'signed_once' }] : [];
  return places > 0 ? [{ code: 'signature_missing' }] : [];
}
