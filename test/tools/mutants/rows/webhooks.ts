/** Planted bugs in what receivers of events are sent, and in how they are asked. */
import type { Mutant } from '../mutant.ts';

const asking = ['test/notifications/know-receiver.test.ts'];
const posting = ['test/adapters/http/receivers.test.ts'];

export const webhooks: readonly Mutant[] = [
  {
    bug: 'a server that repeats whatever it gets counts as agreed',
    file: 'shared/notifications/know-receiver.ts',
    text: 'z.strictObject({ challenge',
    planted: 'z.object({ challenge',
    suites: asking,
  },
  {
    bug: 'any answer to the challenge counts',
    file: 'shared/notifications/know-receiver.ts',
    text: 'if (repeated(answer.body) !== challenge)',
    planted: 'if (repeated(answer.body) === undefined)',
    suites: asking,
  },
  {
    bug: 'a receiver that has agreed is believed for ever',
    file: 'shared/notifications/know-receiver.ts',
    text: 'known !== undefined && known.knownUntil > deps.clock.now()',
    planted: 'known !== undefined',
    suites: asking,
  },
  {
    bug: 'events overtake one that waits for a limit',
    file: 'shared/core/notify/outbox.ts',
    text: 'delivery.tries === 0 || isUnreached(delivery)',
    planted: 'isUnreached(delivery)',
    suites: asking,
  },
  {
    bug: 'a receiver that hangs never rests',
    file: 'shared/notifications/resting.ts',
    text: 'if (hung === 0) return undefined;',
    planted: 'if (hung >= 0) return undefined;',
    suites: ['test/notifications/resting.test.ts'],
  },
  {
    bug: 'the look-up of a receiver is not guarded',
    file: 'shared/adapters/http/receivers.ts',
    text: 'lookup: isAllowed ? undefined : guardedLookup(resolve),',
    planted: "lookup: guardedLookup(async () => [{ address: '8.8.8.8', family: 4 }]),",
    suites: posting,
  },
  {
    bug: 'a redirect counts as delivered',
    file: 'shared/adapters/http/receivers.ts',
    text: 'status >= 200 && status < 300',
    planted: 'status >= 200 && status < 400',
    suites: posting,
  },
  {
    bug: 'an event is not taken if its receiver answers too much',
    file: 'shared/adapters/http/receivers.ts',
    text: '.catch(() => Buffer.alloc(0))',
    planted: '',
    suites: posting,
  },
  {
    bug: 'webhooks are signed with the key of receipts',
    file: 'shared/adapters/event-signer.ts',
    text: 'Buffer.from(seed)]',
    planted: "Buffer.from(d, 'base64url')]",
    suites: ['test/notifications/signature.test.ts'],
  },
  {
    bug: 'a key that is about to sign webhooks is not published',
    file: 'shared/adapters/event-signer.ts',
    text: '[own, ...others]',
    planted: '[own]',
    suites: ['test/notifications/signature.test.ts'],
  },
];
