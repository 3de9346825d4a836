/** The sentences of warnings for API clients that no other suite tests. */
import { sentenceForCallers } from '../../shared/domain/warnings.ts';

test.each([
  [{ code: 'address_zone_unchecked' }, /^Page 1 takes so long to draw that its top 3 inches/],
  [{ code: 'flat_envelope', sheets: 7 }, /^The letter has 7 sheets: it is mailed unfolded/],
  [{ code: 'page_slow', first: 2, last: 2 }, /^Page 2 takes so long.*Make it simpler\.$/],
  [{ code: 'page_slow', first: 2, last: 9 }, /simpler\. The pages after it were not tried\.$/],
  [{ code: 'not_drawn_in_advance', first: 9, last: 9 }, /^Page 9 was not drawn in advance, because/],
  [{ code: 'not_drawn_in_advance', first: 8, last: 9 }, /^Pages 8 to 9 were not drawn in advance, because/],
  [
    { code: 'left_out_of_message', kinds: ['images', 'scripts'], field: 'check.message' },
    /^check\.message: Only text is printed under a check\. Left out of the message: images, scripts\.$/,
  ],
] as const)('the sentence of the warning %j', (warning, sentence) => {
  expect(sentenceForCallers(warning)).toMatch(sentence);
});
