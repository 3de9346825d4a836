/** The test triggers (docs/configuration.md, "Test triggers") at a print partner's double, for unchanged e2e tests. */
import type { Fault } from './http-faults.ts';

export type Trigger = 'reject' | 'outage' | 'down' | 'lost_reply' | 'printing' | 'mailed' | 'returned';

const triggers: Readonly<Record<string, Trigger>> = {
  '1 TEST REJECT ST': 'reject',
  '1 TEST OUTAGE ST': 'outage',
  '1 TEST DOWN ST': 'down',
  '1 TEST LOST REPLY ST': 'lost_reply',
  '1 TEST PRINTING ST': 'printing',
  '1 TEST MAILED ST': 'mailed',
  '1 TEST RETURNED ST': 'returned',
};

export const triggerOf = (addressLine1: unknown): Trigger | undefined =>
  triggers[`${addressLine1}`.trim().toUpperCase()];

/** The same by the name of a bank, where an account is registered. */
const banks: Readonly<Record<string, Fault>> = {
  'TEST REJECT BANK': { status: 400 },
  'TEST DOWN BANK': { status: 503 },
};

export const bankFault = (bankName: unknown): Fault | undefined => banks[`${bankName}`.trim().toUpperCase()];

/** The fault of a call that makes an order. Calls are counted by their key. */
export class TriggeredFaults {
  readonly #calls = new Map<string, number>();

  faultOf(trigger: Trigger | undefined, key: string): Fault | undefined {
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    if (trigger === 'down' || (trigger === 'outage' && calls <= 2)) return { status: 503 };
    return trigger === 'lost_reply' && calls === 1 ? 'reset_after' : undefined;
  }
}
