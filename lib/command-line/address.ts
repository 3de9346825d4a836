/** Reads an address as people write it: `Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207`. */
import type { Address } from '../../client/index.ts';
import { readWrittenAddress } from '../../shared/domain/addresses/written-address.ts';
import { misused } from './stop.ts';

/** `option` names the address in a complaint. */
export function addressIn(option: '--to' | '--from', text: string): Address {
  const read = readWrittenAddress(text);
  if ('problem' in read)
    throw misused(`${option} can't be read: ${read.problem}. Write it like "${read.example}", in one line or several.`);
  return read;
}
