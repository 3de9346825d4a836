/** Finds the text that a word processor hides. */

/** A run whose properties say that it does not show. */
export const hiddenRun =
  /<w:r(?: [^>]*)?>\s*<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*?<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/w:r>)[\s\S])*<\/w:r>/;

export const withoutHidden = (xml: string): string => xml.replaceAll(new RegExp(hiddenRun, 'g'), '');
