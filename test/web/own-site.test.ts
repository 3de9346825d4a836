/** A form that another site sends in its reader's name is told from our own, without cookies. */
import { isFromOtherSite } from '../../shared/web/http/http-event.ts';

const baseUrl = 'https://mail.example/v1';

test.each([
  ['our own form', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  ['the same, sent again by the browser', { 'sec-fetch-site': 'none' }, false],
  ['an older browser, whose page sends no referrer', { origin: 'null' }, false],
  ['an older browser that names the origin', { origin: 'https://mail.example' }, false],
  ['a program', {}, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }, true],
  ['a neighbor under the same name', { 'sec-fetch-site': 'same-site' }, true],
  ['another site in an older browser', { origin: 'https://evil.example' }, true],
  ['our host over http', { origin: 'http://mail.example' }, true],
  ['nonsense', { 'sec-fetch-site': '' }, true],
])('a form from another site is recognized: %s', (_, headers: Record<string, string>, isOther) => {
  expect(isFromOtherSite({ headers }, baseUrl)).toBe(isOther);
});
