/** Every state of every sound world: no promise is broken in any, and a calm way to rest leads out of each. */
import { search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest } from '../support/proofs.ts';

/** The states and steps of each world: whoever changes the model sees here what that does. */
const sizes: Readonly<Record<string, readonly [short: string, deep: string]>> = {
  'a letter': ['83853 470217', '412703 3262740'],
  'a letter that is cancelled twice': ['27890 120542', '343577 2452730'],
  'a partner that hides orders and refuses repeats': ['92550 512946', '471424 3710435'],
  'a backup': ['18974 87432', '594004 4557035'],
  'a fax': ['171595 996548', '532584 4272340'],
  'a fax to a busy line': ['65648 331804', '893398 6513492'],
  'the payer’s bank': ['87458 472701', '3941439 29292578'],
  'a dispute while it is stopped': ['387501 2239086', '881086 6026866'],
  'a thief, and a refund that is refused': ['253776 1558743', '672009 4977063'],
  'an order that the partner gives up': ['70909 390224', '1037128 8176030'],
  'a recall that is never decided': ['61504 355467', '271574 1979302'],
  'a person': ['219728 942722', '1834978 10402049'],
  'a person, and a fax': ['84464 434585', '502206 3111862'],
  'another sum': ['13587 66634', '209735 1480973'],
  goodwill: ['204148 1226599', '1208845 7155899'],
  'the queue and the events': ['214147 1281852', '494065 3582133'],
};

const cases = Object.entries(worlds);

test.each(cases)('%s, with one fault', (name, { short }) => {
  const { states, edges, problem } = search(short);
  expect({ problem, size: `${states} ${edges}` }).toEqual({ problem: undefined, size: sizes[name]?.[0] });
});

for (const [name, { deep }] of cases)
  longTest(
    `${name}, in depth`,
    async () => {
      const { states, edges, problem } = search(deep);
      expect({ problem, size: `${states} ${edges}` }).toEqual({ problem: undefined, size: sizes[name]?.[1] });
    },
    600_000,
  );

test('each world has its size written down, and no other', () => {
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(worlds).sort());
});
