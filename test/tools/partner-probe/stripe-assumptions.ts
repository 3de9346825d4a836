/**
 * Assumptions about Stripe's refunds, asked with a test key and Stripe's own test card: full refunds never exceed
 * the payment, and a refusal is repeated under its key.
 */
import { askPartner, type DoctorConnection } from '../../../lib/operator/doctor/partner-connection.ts';
import { asFields, formBody } from '../../../shared/adapters/http/body.ts';
import type { Reply } from '../../../shared/adapters/http/partner-client.ts';
import { type Bench, isGood } from './bench.ts';
import { type Finding, verdictOf } from './finding.ts';
import { fieldsOf } from './house.ts';

const cents = 100;

type Asked = Pick<Finding, 'assumption' | 'asked'>;

const a5: Asked = { assumption: 'A5', asked: 'full refunds under two keys give a payment back once' };
const a8: Asked = { assumption: 'A8', asked: 'a refund that was refused is refused again under its key' };

/** `line`: with a test key. */
export async function stripeFindings(line: DoctorConnection, { word }: Pick<Bench, 'word'>): Promise<Finding[]> {
  const post = (path: string, fields: Readonly<Record<string, string>>, key = word()): Promise<Reply> =>
    askPartner(line, { method: 'POST', path, body: formBody(new URLSearchParams(fields)), idempotencyKey: key });
  const refund = (id: string, key: string) => post('/v1/refunds', { payment_intent: id }, key);
  const row = (asked: Asked, answer: string, verdict: Finding['verdict']): Finding => ({
    ...{ partner: line.title, ...asked },
    ...{ answer, verdict },
  });

  /** A payment of a dollar with the test card. It is confirmed by `confirmed`. */
  async function payment(): Promise<string | undefined> {
    const made = await post('/v1/payment_intents', {
      ...{ amount: `${cents}`, currency: 'usd', payment_method: 'pm_card_visa' },
      ...{ 'payment_method_types[0]': 'card', description: 'probe-partners' },
    });
    const { id, livemode } = fieldsOf(made);
    return isGood(made) && livemode === false && typeof id === 'string' && /^\w{1,80}$/.test(id) ? id : undefined;
  }
  const confirmed = async (id: string) => isGood(await post(`/v1/payment_intents/${id}/confirm`, {}));

  async function twice(): Promise<Finding> {
    const id = await payment();
    if (id === undefined || !(await confirmed(id))) return row(a5, 'no test payment could be made', 'cannot be asked');
    const replies = [await refund(id, word()), await refund(id, word())];
    const returned = replies.filter(isGood).reduce((sum, reply) => sum + Number(fieldsOf(reply).amount), 0);
    const answer = `${returned} of ${cents} cents went back (${replies.map(told).join('; ')})`;
    return row(a5, answer, isGood(replies[0] as Reply) ? verdictOf(returned === cents) : 'cannot be asked');
  }

  /** The refund is refused because nothing was paid; then it is paid, and the same call comes again. */
  async function refusedTwice(): Promise<Finding> {
    const id = await payment();
    if (id === undefined) return row(a8, 'no test payment could be made', 'cannot be asked');
    const key = word();
    const first = await refund(id, key);
    if (isGood(first)) return row(a8, `an unpaid payment was refunded (${told(first)})`, 'cannot be asked');
    if (!(await confirmed(id))) return row(a8, 'the test payment could not be confirmed', 'cannot be asked');
    const again = await refund(id, key);
    if (!isGood(again)) await refund(id, word());
    return row(a8, `${told(first)}; once it was paid: ${told(again)}`, verdictOf(told(again) === told(first)));
  }

  return [await twice(), await refusedTwice()];
}

/** The status, and the code of an error; never its text. */
function told(reply: Reply): string {
  if (reply.kind !== 'answered') return `no answer (${reply.code})`;
  const code = asFields(fieldsOf(reply).error)?.code;
  return isGood(reply)
    ? `${reply.status}`
    : `${reply.status} ${/^\w{1,60}$/.test(`${code}`) ? code : 'without a code'}`;
}
