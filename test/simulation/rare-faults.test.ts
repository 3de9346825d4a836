/** Rare faults, each on top of the usual ones: no promise is broken, and a planted bug of each kind is found. */
import { times } from '../support/proofs.ts';
import { chaos } from '../support/simulation/chaos.ts';
import { rareFaults } from '../support/simulation/rare-faults.ts';

const seeds = Number(process.env.SEEDS ?? times(2_000, 60, 'seeds of rare faults'));
const first = Number(process.env.FIRST_SEED ?? 1);

test.each(Object.entries(rareFaults))(
  'no promise is broken by %s',
  async (name, fault) => {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const { broken } = await chaos(seed, undefined, fault);
      if (broken.length > 0) throw new Error(`${name}, seed ${seed}: ${broken.join('; ')}`);
    }
  },
  1_800_000,
);
