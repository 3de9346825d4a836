/** Addresses that a person pastes as a whole: each fills in the fields of its side. */
import { invalid } from '../../domain/refusal.ts';
import { pasted } from '../../pages/order-form/fields.ts';
import type { ServedPage } from '../http/page.ts';
import { formPage, type Ordering, preview } from './steps.ts';

const sides = ['to', 'from'] as const;

export async function pasteStep(ordering: Ordering): Promise<ServedPage> {
  const { typed, request } = ordering;
  // A browser takes the first button of a form when somebody presses Enter.
  if (sides.every((side) => (typed[`${side}.${pasted}`] ?? '').trim() === '')) return preview(ordering);
  // Few people paste, and the form starts without the reader.
  const { readWrittenAddress } = await import('../../domain/addresses/written-address.ts');
  const filled: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const side of sides) {
    const field = `${side}.${pasted}`;
    const text = typed[field] ?? '';
    if (text.trim() === '') continue;
    const read = readWrittenAddress(text);
    if ('problem' in read) {
      const { say, sayKnown } = request.reader;
      faults[field] = say(
        'We can’t read this address: {problem}. Write it like this, in one line or several: {example}',
        { problem: sayKnown(read.problem), example: read.example },
      );
      continue;
    }
    for (const [name, value = ''] of Object.entries({ companyName: '', addressLine2: '', ...read }))
      filled[`${side}.${name}`] = value;
    filled[field] = '';
  }
  const [first] = Object.keys(faults);
  const problems = first === undefined ? undefined : { fields: faults, refused: invalid(first, 'cannot be read.') };
  return formPage({ ...ordering, typed: { ...typed, ...filled } }, problems);
}
