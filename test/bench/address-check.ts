/** The part of an address check that asks nobody: each round reads many addresses, and the median is of one. */
import { addressWarnings, type Contact } from '../../shared/core/address.ts';
import { likelyCorrection } from '../../shared/core/addresses/likely-correction.ts';
import { compare } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 5;
const addresses = 1_000;

const ada = {
  ...{ addressLine1: '12 Analytical Way', addressLine2: 'Apt 4', city: 'Springfield', provinceOrState: 'IL' },
  ...{ postalOrZip: '62701', countryCode: 'US' },
} as const satisfies Contact;
const worst = { ...ada, addressLine1: 'Apt '.repeat(25), city: 'Springfield, IL '.repeat(6), postalOrZip: '2108' };

export async function addressCheck(): Promise<Section> {
  const ms = await compare({ usual: reading(ada), worst: reading(worst) }, rounds);
  return {
    title: 'An address, checked without asking anybody',
    header: ['Address', 'Median'],
    rows: [
      ['in the US, with a unit', milliseconds(ms.usual)],
      ['as long as it may be, with several mistakes', milliseconds(ms.worst)],
    ],
  };
}

const reading = (address: Contact) => ({
  run: async () => {
    const startedAt = performance.now();
    for (let at = 0; at < addresses; at += 1) {
      likelyCorrection(address);
      addressWarnings('letter.to', address);
    }
    return (performance.now() - startedAt) / addresses;
  },
});
