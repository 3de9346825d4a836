/** Addresses that an assistant sends as its user wrote them: they are read into their fields. */
import { readWrittenAddress, type WrittenAddress } from '../../domain/addresses/written-address.ts';
import { productNames } from '../../domain/product-names.ts';
import { invalid } from '../../domain/refusal.ts';

type OrderMembers = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is OrderMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function withAddressesRead(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const read: Record<string, unknown> = { ...raw, ...partiesOf('', raw, ['address']) };
  for (const product of productNames) {
    const order = raw[product];
    if (isObject(order)) read[product] = { ...order, ...partiesOf(`${product}.`, order, ['to', 'from']) };
  }
  return read;
}

/** `path`: what stands before the name of a member in its field, `letter.`. */
function partiesOf(path: string, order: OrderMembers, sides: readonly string[]): Record<string, WrittenAddress> {
  const read: Record<string, WrittenAddress> = {};
  for (const side of sides) {
    const text = order[side];
    if (typeof text !== 'string') continue;
    const address = readWrittenAddress(text);
    if ('problem' in address)
      throw invalid(
        `${path}${side}`,
        `can't be read: ${address.problem}. Write it like "${address.example}", in one line or several, or send an object with its fields.`,
      );
    read[side] = address;
  }
  return read;
}
