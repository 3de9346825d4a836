/** The search for traces finds bank numbers in every encoding; otherwise canary.test.ts would prove nothing. */
import { createHash } from 'node:crypto';
import { searcher, secret, secrets } from '../../support/e2e/traces.ts';

const find = searcher(secrets);
const digits = secret.caAccount;

test.each<[string, string | Buffer]>([
  ['as plain text', `{"a":"${digits}"}`],
  ['within a longer number', `9${digits}9`],
  ['in groups', '9182-7364-5501'],
  ['in UTF-16', Buffer.from(`x${digits}`, 'utf16le')],
  ['in base64, aligned', Buffer.from(`abc${digits}xyz`).toString('base64')],
  ['in base64, one byte off', Buffer.from(`abcd${digits}`).toString('base64')],
  ['in base64, two bytes off', Buffer.from(`{"a":${digits}}`).toString('base64url')],
  ['in hex', Buffer.from(`{"a":"${digits}"}`).toString('hex')],
  ['as its SHA-256', createHash('sha256').update(digits).digest('hex')],
  ['as its SHA-256 in base64', createHash('sha256').update(digits).digest('base64')],
  ['in binary data', Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from(digits), Buffer.from([0xff])])],
])('a bank number is found %s', (_, content) => {
  expect(find('here', content)).toContainEqual(expect.objectContaining({ where: 'here', secret: digits }));
});

test('a short transit number is found only where it is not part of another number or word', () => {
  expect(find('here', '"transit":"60719"')).toMatchObject([{ secret: '60719' }]);
  expect(find('here', '{"at":1795260719123,"id":"x60719y","sha":"ab60719c"}')).toEqual([]);
});
