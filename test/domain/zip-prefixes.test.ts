/** The states of ZIP codes: a ZIP code of each capital, and prefixes that two states share. */
import { stateNamed, zipBelongsTo } from '../../shared/domain/addresses/parts.ts';

const capitals = `AL 36104 AK 99801 AZ 85001 AR 72201 CA 95814 CO 80202 CT 06103 DE 19901 FL 32301 GA 30303 HI 96813
ID 83702 IL 62701 IN 46225 IA 50309 KS 66603 KY 40601 LA 70802 ME 04330 MD 21401 MA 02201 MI 48933 MN 55102 MS 39205
MO 65101 MT 59623 NE 68502 NV 89701 NH 03301 NJ 08608 NM 87501 NY 12207 NC 27601 ND 58501 OH 43215 OK 73102 OR 97301
PA 17101 RI 02903 SC 29217 SD 57501 TN 37219 TX 78701 UT 84111 VT 05602 VA 23219 WA 98507 WV 25301 WI 53703 WY 82001
DC 20500 PR 00901 VI 00802 GU 96910 AS 96799 MP 96950 FM 96941 MH 96960 PW 96940 AA 34002 AE 09012 AP 96201`
  .split(/\s+/)
  .map((word, at, words) => [word, words[at + 1] ?? ''] as const)
  .filter((_, at) => at % 2 === 0);

test.each(capitals)(
  'the ZIP code of the capital of %s, %s, belongs to that state and those with the same prefix',
  (state, zip) => {
    // These islands share the prefix 969, and American Samoa has one of Hawaii's.
    const islands = ['FM', 'GU', 'MH', 'MP', 'PW'];
    const sharing = new Map([['AS', ['AS', 'HI']], ...islands.map((island) => [island, islands] as const)]);
    const states = capitals.map(([each]) => each).filter((each) => zipBelongsTo(zip, each));
    expect(states.sort()).toEqual(sharing.get(state) ?? [state]);
    expect(stateNamed(state)).toBe(state);
  },
);

test.each([
  ['06390', 'NY', 'Fishers Island'],
  ['83414', 'WY', 'Alta'],
  ['20041', 'VA', 'Dulles'],
  ['20588', 'MD', 'Homeland Security'],
  ['20598', 'VA', 'Homeland Security'],
  ['75502', 'AR', 'Texarkana'],
  ['73301', 'TX', 'Austin'],
  ['05501', 'MA', 'Andover'],
  ['00501', 'NY', 'Holtsville'],
])('the ZIP code %s belongs to %s: %s', (zip, state) => {
  expect(zipBelongsTo(zip, state)).toBe(true);
});

test('a ZIP code whose prefix is not in the table is accepted in every state', () => {
  expect(zipBelongsTo('00012', 'NY')).toBe(true);
});
