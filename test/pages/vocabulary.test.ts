/** Words that no American colleague would use, in the sentences that people see. Only what can be counted honestly. */
import { french } from '../../shared/pages/french/french.ts';

test('no sentence of the pages says told, stands, mend, anew or whoever', () => {
  const foreign = /\b(?:told|stands|mend(?:s|ed)?|anew|whoever|carried out|called back)\b/i;
  expect(Object.keys(french).filter((sentence) => foreign.test(sentence))).toEqual([]);
});
