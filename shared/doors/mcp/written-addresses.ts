/** Addresses that an assistant sends in one line, as its user has said them: they are read into their fields. */
import { productNames } from '../../core/product-names.ts';
import { invalid } from '../../core/refusal.ts';

type OrderMembers = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is OrderMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More is no address, and takes long to read. */
const longest = 512;

export async function withAddressesRead(raw: unknown): Promise<unknown> {
  if (!isObject(raw)) return raw;
  const read: Record<string, unknown> = { ...raw, ...(await partiesOf('', raw, ['address'])) };
  for (const product of productNames) {
    const order = raw[product];
    if (isObject(order)) read[product] = { ...order, ...(await partiesOf(`${product}.`, order, ['to', 'from'])) };
  }
  return read;
}

/** `path`: what stands before the name of a member in its field, `letter.`. */
async function partiesOf(path: string, order: OrderMembers, sides: readonly string[]): Promise<OrderMembers> {
  const read: Record<string, unknown> = {};
  for (const side of sides) {
    const line = order[side];
    if (typeof line !== 'string' || line.length > longest) continue;
    // Its table of cities is large, and most addresses come in fields.
    const { readWrittenAddress } = await import('../../core/addresses/one-line.ts');
    const address = readWrittenAddress(line);
    if ('problem' in address)
      throw invalid(`${path}${side}`, `is no whole address: ${address.problem}. Send it as an object with its fields.`);
    read[side] = address;
  }
  return read;
}
