/** Reads an address as people write it in one line: `Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207`. */
import type { Address } from '../../client/index.ts';
import { readWrittenAddress } from '../../shared/core/addresses/one-line.ts';
import { misused } from './stop.ts';

const example = '"Ada Lovelace, 12 Main St, Albany, NY 12207"';

/** `option` names the address in a complaint, which tells what was read of it. */
export function addressIn(option: '--to' | '--from', text: string): Address {
  const read = readWrittenAddress(text);
  if ('problem' in read) throw misused(`${option} is no whole address: ${read.problem}. Write it like ${example}.`);
  return read;
}
