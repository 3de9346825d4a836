/** Everything that the doctor looks at, in order, on one screen. */
import { printPartnerOf } from '../../../shared/modes.ts';
import { clock } from './check-clock.ts';
import { knowsKey } from './check-keys.ts';
import { telnyxApplication, telnyxCountries, telnyxNumber } from './check-telnyx.ts';
import { postgridWebhook, stripeWebhook } from './check-webhooks.ts';
import { type Environment, lineTo, type PartnerName } from './partner-lines.ts';
import type { Round } from './round.ts';
import type { Verdict } from './verdict.ts';

export interface Check {
  readonly name: string;
  /** Without it, the check is of all partners together. */
  readonly of?: PartnerName;
  applies(environment: Environment): boolean;
  run(round: Round): Verdict | Promise<Verdict>;
}

const has = (partner: PartnerName) => (environment: Environment) => lineTo(partner, environment) !== undefined;

/** Of one partner, the first is the one that the others need. */
const of = (
  partner: PartnerName,
  name: string,
  run: Check['run'],
  isUsed: (environment: Environment) => boolean = () => true,
): Check => ({
  ...{ name, of: partner, run },
  applies: (environment) => has(partner)(environment) && isUsed(environment),
});

const stripeIsUsed = ({ PAYMENT_MODE }: Environment) => PAYMENT_MODE === 'real';
const postgridIsUsed = (environment: Environment) => printPartnerOf(environment) === 'postgrid';
const setUp =
  (...variables: readonly string[]) =>
  (environment: Environment) =>
    variables.every((variable) => Boolean(environment[variable]));
const anyKey = (environment: Environment) =>
  (['stripe', 'postgrid', 'telnyx', 'lob', 'sinch'] as const).some((partner) => has(partner)(environment));

export const checks: readonly Check[] = [
  of('stripe', 'Stripe key', knowsKey('stripe', '/v1/balance', 'STRIPE_SECRET_KEY')),
  of('stripe', 'Stripe webhook', stripeWebhook, stripeIsUsed),
  of('postgrid', 'PostGrid key', knowsKey('postgrid', '/letters?limit=1', 'POSTGRID_API_KEY')),
  of('postgrid', 'PostGrid webhook', postgridWebhook, postgridIsUsed),
  of('telnyx', 'Telnyx key', telnyxApplication, setUp('TELNYX_CONNECTION_ID')),
  of('telnyx', 'Telnyx from-number', telnyxNumber, setUp('TELNYX_CONNECTION_ID', 'TELNYX_FROM_NUMBER')),
  of('telnyx', 'Telnyx countries', telnyxCountries, setUp('TELNYX_CONNECTION_ID')),
  of('lob', 'Lob key', knowsKey('lob', '/letters?limit=1', 'LOB_API_KEY')),
  of('sinch', 'Sinch key', knowsKey('sinch', '/faxes?pageSize=1', 'SINCH_KEY_ID')),
  { name: 'clock', applies: anyKey, run: clock },
];
