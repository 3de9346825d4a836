/** Checks the wish of a request to be told of a job's events. */
import type { Notify, NotifyWish } from '../../domain/job/notify.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Deps } from '../deps.ts';

/** `undefined` if nobody is to be told. */
export async function notifyOf({ receivers, settings }: Deps, wish: NotifyWish): Promise<Notify | undefined> {
  const { webhook_url: url, webhook_secret: secret, email: address, language } = wish ?? {};
  const problem = url == null ? undefined : await receivers.problemOf(url);
  if (problem !== undefined) throw invalid('notify.webhook_url', problem);
  if (secret != null && url == null)
    throw invalid('notify.webhook_secret', 'signs events for a receiver: send webhook_url, or leave it out.');
  if (address != null && !settings.sendsEmail)
    throw invalid('notify.email', 'cannot be written to: this service sends no e-mail. Leave it out.');
  const receiver = url == null ? receivers.listening?.() : { url, secret: secret ?? undefined };
  if (receiver === undefined && address == null) return undefined;
  return { webhook: receiver, email: address == null ? undefined : { address, language: language ?? 'en' } };
}
