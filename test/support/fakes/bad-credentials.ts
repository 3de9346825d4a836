/** Credentials that an attacker sends, as the header says them. */
import { createHmac } from 'node:crypto';

type Challenge = Readonly<Record<string, string>>;

const base64 = (text: string) => Buffer.from(text).toString('base64url');
const shown = (credential: unknown) => base64(JSON.stringify(credential));
const token = 'spt_test_paid';
const requestOf = ({ request = '' }: Challenge): object => JSON.parse(Buffer.from(request, 'base64url').toString());

/** `good`: the challenge of the order. `other`: that of another order, as good as this one. */
export function badCredentials(good: Challenge, other: Challenge): readonly (readonly [name: string, text: string])[] {
  const { id = '', realm = '', opaque = '' } = good;
  const payload = { spt: token };
  const whole = { challenge: good, payload };
  const text = JSON.stringify(whole);
  const answers = (change: object) => shown({ challenge: { ...good, ...change }, payload });
  const without = (name: string) => shown({ challenge: { ...good, [name]: undefined }, payload });
  const asks = (change: object) => answers({ request: base64(JSON.stringify({ ...requestOf(good), ...change })) });
  const withToken = (spt: unknown) => shown({ challenge: good, payload: { spt } });
  return [
    ['no base64', '!!!'],
    ['a token alone', token],
    ['base64 of a token', base64(token)],
    ['JSON that nobody encoded', text],
    ['JSON that ends too soon', base64(text.slice(0, -9))],
    ['JSON with something behind it', base64(`${text},`)],
    ['two credentials in one header', `${shown(whole)}, Payment ${shown(whole)}`],
    ['encoded twice', base64(shown(whole))],
    ['a text of JSON', shown(text)],
    ['nothing', shown(null)],
    ['a number', shown(212)],
    ['a list of a credential', shown([whole])],
    ['an empty object', shown({})],
    ['thousands of lists in each other', base64('['.repeat(2_000) + ']'.repeat(2_000))],
    ['a credential in a prototype', base64(`{"__proto__":${text}}`)],
    ['more than a header needs', shown({ ...whole, source: 'x'.repeat(20_000) })],
    ['no challenge', shown({ payload })],
    ['no payload', shown({ challenge: good })],
    ['a challenge by its id alone', shown({ challenge: id, payload })],
    ['a payload that is the token', shown({ challenge: good, payload: token })],
    ['no token', shown({ challenge: good, payload: {} })],
    ['an empty token', withToken('')],
    ['a token of another kind', withToken('tok_visa')],
    ['a prefix without a token', withToken('spt_')],
    ['a token of 300 characters', withToken(`spt_${'a'.repeat(300)}`)],
    ['a list of a token', withToken([token])],
    ['an object that reads as a token', withToken({ toString: token })],
    ['a header in a token', withToken(`${token}\r\nX-Paid: yes`)],
    ['a path in a token', withToken('spt_1/../../payment_intents')],
    ['a question in a token', withToken('spt_1?expand[]=charges')],
    ['a zero byte in a token', withToken(`${token}\0`)],
    ['a look-alike letter in a token', withToken('ѕpt_test_paid')],
    ['accents in a token', withToken('spt_tést_paid')],
    ['no id', without('id')],
    ['an empty id', answers({ id: '' })],
    ['an id of another length', answers({ id: `${id}A` })],
    ['an id in one case', answers({ id: id.toLowerCase() })],
    ['an id of zeros', answers({ id: '0'.repeat(id.length) })],
    [
      'an id that somebody else has signed',
      answers({ id: createHmac('sha256', 'guess').update(id).digest('base64url') }),
    ],
    ['the id of another order', answers({ id: other.id })],
    ['another order’s challenge', shown({ challenge: other, payload })],
    ['another order’s challenge under this one’s id', shown({ challenge: { ...other, id }, payload })],
    ['another realm', answers({ realm: 'evil.example.com' })],
    ['a realm in wide letters', answers({ realm: realm.replace(/^./, '１') })],
    ['no realm', without('realm')],
    ['another method', answers({ method: 'tempo' })],
    ['another intent', answers({ intent: 'session' })],
    ['a price of one cent', asks({ amount: '1' })],
    ['a higher price', asks({ amount: '99999' })],
    ['another currency', asks({ currency: 'cad' })],
    ['another seller', asks({ methodDetails: { networkId: 'profile_evil', paymentMethodTypes: ['card'] } })],
    ['another order’s number', asks({ externalId: 'A0K3' })],
    ['another price in a request that is JSON', answers({ request: { ...requestOf(good), amount: '1' } })],
    ['no request', without('request')],
    ['a later end', answers({ expires: '2099-01-01T00:00:00.000Z' })],
    ['an earlier end', answers({ expires: '2020-01-01T00:00:00.000Z' })],
    ['no end', without('expires')],
    ['a digest of a body', answers({ digest: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:' })],
    ['another order’s opaque part', answers({ opaque: base64('{"order":"A0K3"}') })],
    ['an opaque part that is longer', answers({ opaque: `${opaque}A` })],
    ['a member twice, the last one false', base64(text.replace('"intent":"charge"', '"intent":"charge","intent":"x"'))],
    ['an order’s number that is not its own', shown({ challenge: good, payload: { ...payload, externalId: 'A0K3' } })],
    ...['consumed', 'expired', 'revoked', 'limit', 'debit'].map(
      (word) => [`a token that is ${word}`, withToken(`spt_test_${word}`)] as const,
    ),
  ];
}
