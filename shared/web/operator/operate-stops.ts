/** The operator's stop list: people, addresses, accounts and networks, stored only as digests. */
import { suggestionOf } from '../../domain/addresses/likely-correction.ts';
import { addressKeys, nameKeys } from '../../domain/addresses/normalized-address.ts';
import { readWrittenAddress } from '../../domain/addresses/written-address.ts';
import { contactKeys, type Trait, type TraitKind, traitKinds, traitOf } from '../../domain/fraud.ts';
import { siteOf } from '../../domain/network.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { changeStops, maxStops, stopsOf } from '../../orders/fraud/stop-list.ts';
import { productNamed } from '../../products/index.ts';
import { jobIdOf } from './operate-find.ts';
import { done, type OperatorResult, refused } from './operate-show.ts';

export async function stopListCommand(
  deps: NotifyDeps,
  args: {
    readonly act: 'add' | 'remove' | 'show';
    readonly kind?: TraitKind | undefined;
    readonly whom?: string | undefined;
  },
): Promise<OperatorResult> {
  const { act, kind, whom } = args;
  if (act === 'show') {
    const stops = (await stopsOf(deps)).map(({ trait, since }) => {
      const [ofKind, digest] = trait.split(':');
      return { kind: ofKind, digest, since };
    });
    return { ok: true, says: `${stops.length} ${stops.length === 1 ? 'trait' : 'traits'} on the stop list.`, stops };
  }
  if (kind === undefined || !whom?.trim())
    return refused(`Usage: npm run ops -- stop-list ${act} KIND WHOM. KIND is one of ${traitKinds.join(', ')}.`);
  const traits = await traitsNamed(deps, kind, whom.trim());
  if (typeof traits === 'string') return refused(traits);
  const since = deps.clock.now();
  let isFull = false;
  let isChanged = false;
  await changeStops(deps, (stops) => {
    const remaining = stops.filter(({ trait }) => !traits.includes(trait));
    const added = traits.filter((trait) => !stops.some((stop) => stop.trait === trait));
    isFull = act === 'add' && stops.length + added.length > maxStops;
    isChanged = !isFull && (act === 'add' ? added.length > 0 : remaining.length < stops.length);
    if (!isChanged) return stops;
    return act === 'add' ? [...stops, ...added.map((trait) => ({ trait, since }))] : remaining;
  });
  if (isFull) return refused(`The list can hold ${maxStops} traits, and these would be too many: remove some first.`);
  if (act === 'add')
    return done(
      'It is on the stop list. Orders that no partner has yet will wait for a person; within a minute, new ones are refused.',
    );
  return isChanged
    ? done('It is off the stop list. Orders already parked stay parked: release each with resubmit JOB.')
    : refused('It is not on the stop list: show prints what is.');
}

/** The traits of this kind that `whom` names, or a message that says why there are none. */
async function traitsNamed(deps: NotifyDeps, kind: TraitKind, whom: string): Promise<readonly Trait[] | string> {
  if (/^[0-9a-f]{32}$/.test(whom)) return [`${kind}:${whom}`];
  const jobId = await jobIdOf(deps, whom);
  if (jobId !== undefined) {
    const job = await deps.jobs.get(jobId);
    let traits = (job?.traits ?? []).filter((trait) => trait.startsWith(`${kind}:`));
    // An order's name and address are the recipient's. To stop its sender, WHOM must be the sender's name or address.
    if (job && (kind === 'name' || kind === 'address'))
      traits = [productNamed(job.product).mailsTo?.(job.order), suggestionOf(job.addressCheck)]
        .flatMap((contact) => (contact === undefined ? [] : contactKeys(kind, contact)))
        .map((key) => traitOf(deps.fingerprint, kind, key));
    return traits.length > 0 ? traits : `That order has no ${kind}.`;
  }
  const usage: Readonly<Record<TraitKind, string>> = {
    name: 'WHOM is a name or an order number.',
    address: "WHOM is an address on one line, such as '12 Main St, Albany, NY 12207', or an order number.",
    fax: 'WHOM is a fax number, such as +12125550199, or an order number.',
    account: 'WHOM is the number of an order that draws on the account: bank numbers are never typed.',
    network: 'WHOM is one IP address, without a port or a mask, or an order number.',
    email: 'WHOM is an email address or an order number.',
  };
  const texts = textsOf(kind, whom);
  return texts.length === 0 ? usage[kind] : texts.map((text) => traitOf(deps.fingerprint, kind, text));
}

function textsOf(kind: TraitKind, whom: string): readonly string[] {
  if (kind === 'name') return nameKeys(whom);
  if (kind !== 'address') {
    const isOfKind: Readonly<Record<typeof kind, boolean>> = {
      fax: whom.replace(/\D/g, '').length >= 10,
      account: false,
      network: siteOf(whom) !== 'unknown',
      email: /.@./.test(whom),
    };
    return isOfKind[kind] ? [whom] : [];
  }
  // `readWrittenAddress` needs a name before the address.
  const read = readWrittenAddress(`Occupant, ${whom}`);
  return 'problem' in read ? [] : addressKeys(read);
}
