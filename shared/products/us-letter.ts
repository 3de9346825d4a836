/** The sheet that most products are printed on: US Letter with margins of one inch and text of 12 points. */

/** 20 MB: a partner gets a document within one request. */
const mostBytes = 20_000_000;

export const usLetter = {
  sizeName: 'US Letter',
  widthIn: 8.5,
  heightIn: 11,
  marginIn: 1,
  fontSizePt: 12,
  lineHeightPt: 15,
  textHeightIn: 9,
  mostBytes,
} as const;
