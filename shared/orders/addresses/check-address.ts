/** Checks an address with a partner and with our own rules, within 1.5 seconds. No error here stops an order. */
import * as z from 'zod/mini';
import type { Contact } from '../../domain/address.ts';
import { type AddressVerdict, likelyCorrection } from '../../domain/addresses/likely-correction.ts';
import type { Job } from '../../domain/job/job.ts';
import { timeoutsMs } from '../../domain/times.ts';
import { type AboutAddress, sentenceForCallers, type Warning } from '../../domain/warnings.ts';
import type { Addresses } from '../../partners/partner.ts';
import { callOnce } from '../call-once.ts';
import { countFor, countInWindow, tooMany } from '../count-request.ts';
import type { Deps } from '../deps.ts';
import { textField } from '../views.ts';

const asSent = z.optional(textField('As in the address that was sent.'));

export const verdictShape = {
  status: z
    .enum(['verified', 'corrected', 'undeliverable', 'unknown'])
    .check(z.describe('unknown: it could not be checked, which is no reason to doubt the address.')),
  what: z
    .array(z.string())
    .check(
      z.describe(
        'corrected: the fields that the suggestion changes. undeliverable: the reasons, such as unit_missing. unknown: doubts, such as postal_code_odd.',
      ),
    ),
  message: textField('The same for people, in one or two sentences.'),
  suggestion: z.optional(
    z
      .object({
        firstName: asSent,
        lastName: asSent,
        companyName: asSent,
        addressLine1: textField('Street and number, or PO box.'),
        addressLine2: asSent,
        city: textField('City or town.'),
        provinceOrState: asSent,
        postalOrZip: asSent,
        countryCode: z.enum(['US', 'CA']).check(z.describe('As in the address that was sent.')),
      })
      .check(z.describe('With corrected: the complete address as it probably should be.')),
  ),
};

/** `doubts`: warnings about the address, shown instead of "we couldn't verify this address". */
export function showVerdict(verdict: AddressVerdict, at: AboutAddress['at'], doubts: readonly Warning[]) {
  const notes = verdict.status === 'unknown' ? doubts : [];
  return {
    status: verdict.status,
    what: [...('what' in verdict ? verdict.what : notes.map(({ code }) => code))],
    message: notes.length === 0 ? sentenceOf(verdict, at) : notes.map(sentenceForCallers).join(' '),
    suggestion: verdict.status === 'corrected' ? verdict.suggestion : undefined,
  };
}

function sentenceOf(verdict: AddressVerdict, at: AboutAddress['at']): string {
  switch (verdict.status) {
    case 'verified':
      return 'Mail can be delivered to this address.';
    case 'corrected': {
      const { suggestion, what } = verdict;
      return sentenceForCallers({ code: 'address_corrected', at, country: suggestion.countryCode, what });
    }
    case 'undeliverable':
      return sentenceForCallers({ code: 'address_undeliverable', at, what: verdict.what });
    case 'unknown':
      return "We couldn't verify this address. It may still be correct: compare it with the original, letter by letter.";
  }
}

/** Shows the check as it was when the job was created, without what a person has decided since then. */
export function showCheck({ addressCheck, product, warnings }: Job) {
  if (addressCheck === undefined) return undefined;
  const at = `${product}.to` as const;
  const isDoubt = (warning: Warning): boolean => 'at' in warning && warning.at === at && !('what' in warning);
  return showVerdict(addressCheck, at, warnings.filter(isDoubt));
}

export const recipientCheckDescription = z.describe(
  'The check of the recipient’s address when the job was created. It did not change the address.',
);

const unknownVerdict: AddressVerdict = { status: 'unknown' };

/** `ip`: the IP address of the connection. `isFree`: the check is made without an order, so nothing pays for it. */
interface Requester {
  readonly ip: string;
  readonly isFree: boolean;
}

/** If our own rules find a likely correction, it replaces "undeliverable", because the mistake is the likely reason. */
export async function checkAddress(deps: Deps, address: Contact, requester: Requester): Promise<AddressVerdict> {
  const { addresses, clock, log } = deps;
  let verdict = unknownVerdict;
  if (addresses?.isSimulated) verdict = await addresses.verify(address);
  else if (addresses !== undefined) {
    const startedAt = clock.now();
    verdict = await Promise.race([
      lookUpOnce(deps, addresses, address, requester).catch(() => unknownVerdict),
      clock.sleep(timeoutsMs.addressCheck).then(() => unknownVerdict),
    ]);
    log.info('address looked up', { outcome: verdict.status, durationMs: clock.now() - startedAt });
  }
  if (verdict.status === 'verified' || verdict.status === 'corrected') return verdict;
  return likelyCorrection(address) ?? verdict;
}

/** Reuses a verdict for a day, but not a suggestion, because the table stores only a keyed fingerprint of the address. */
async function lookUpOnce(
  deps: Deps,
  addresses: Addresses,
  address: Contact,
  { ip, isFree }: Requester,
): Promise<AddressVerdict> {
  const { addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = address;
  const text = JSON.stringify([addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode]);
  const keepMs = 24 * 3_600_000;
  let verdict: AddressVerdict | undefined;
  const stored = await callOnce<Exclude<AddressVerdict, { status: 'corrected' }>>(deps, {
    key: `address ${deps.fingerprint('address', text)}`,
    waitMs: timeoutsMs.addressCheck,
    leaseMs: 2 * timeoutsMs.addressLookup,
    keepMs,
    reuse: ({ answer, ageMs }) => (answer.status !== 'unknown' && ageMs < keepMs ? answer : undefined),
    call: async () => {
      const { addressLookups } = deps.settings;
      const windowSeconds = 600;
      const networkLimit = isFree
        ? { name: 'free look-ups of a network', max: 20, windowSeconds: 3_600 }
        : { name: 'look-ups of a network', max: 60, windowSeconds };
      // The network's limit comes first, so that requests over it don't count toward the limit that all networks share.
      await countInWindow(deps, networkLimit, { address: ip });
      // The shared limit caps the bill and the partner's load. Half of it is reserved for orders.
      const countForAll = async (name: string, max: number) => {
        const quota = await countFor(deps, { name, max, windowSeconds }, 'all networks');
        if (quota?.isFull) throw tooMany(`at most ${max} ${name} in ten minutes`, quota.resetSeconds);
      };
      if (isFree) await countForAll('free address look-ups', Math.ceil(addressLookups / 2));
      await countForAll('address look-ups', addressLookups);
      verdict = await addresses.verify(address);
      return verdict.status === 'corrected' ? { status: 'unknown' } : verdict;
    },
  });
  return verdict ?? stored;
}
