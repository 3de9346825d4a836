/** The search for traces finds bank numbers in every spelling; otherwise the canary would prove nothing. */
import { createHash } from 'node:crypto';
import { searcher, secret, secrets } from '../../support/e2e/traces.ts';

describe('the search itself', () => {
  const find = searcher(secrets);
  const digits = secret.caAccount;
  test.each<[string, string | Buffer]>([
    ['plain', `{"a":"${digits}"}`],
    ['as a part of more digits', `9${digits}9`],
    ['in groups', '9182-7364-5501'],
    ['UTF-16', Buffer.from(`x${digits}`, 'utf16le')],
    ['base64, aligned', Buffer.from(`abc${digits}xyz`).toString('base64')],
    ['base64, one off', Buffer.from(`abcd${digits}`).toString('base64')],
    ['base64, two off', Buffer.from(`{"a"${digits}}`).toString('base64url')],
    ['hex', Buffer.from(`{"a":"${digits}"}`).toString('hex')],
    ['its SHA-256', createHash('sha256').update(digits).digest('hex')],
    ['its SHA-256 in base64', createHash('sha256').update(digits).digest('base64')],
    [
      'among bytes that are no text',
      Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from(digits), Buffer.from([0xff])]),
    ],
  ])('finds a number %s', (_, place) => {
    expect(find('here', place)).toContainEqual(expect.objectContaining({ where: 'here', secret: digits }));
  });

  test('finds a transit number by itself, and nothing where nothing is', () => {
    expect(find('here', '"transit":"60719"')).toMatchObject([{ secret: '60719' }]);
    expect(find('here', '{"at":1795260719123,"id":"x60719y","sha":"ab60719c"}')).toEqual([]);
  });
});
