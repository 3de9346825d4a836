/** Any Unicode character, for random texts. fast-check's own `binary` strings take seconds to set up in each suite. */
import fc from 'fast-check';

const [firstSurrogate, surrogateCount, last] = [0xd800, 0x800, 0x10ffff];

export const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCodePoint(code)),
  fc
    .integer({ min: 0, max: last - surrogateCount })
    .map((code) => String.fromCodePoint(code < firstSurrogate ? code : code + surrogateCount)),
);
