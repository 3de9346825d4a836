/** The bodies in `examples` are what each product asks for: sound, whole and without a field that nobody reads. */
import { manifest } from '../../functions/manifest.ts';
import { filledExample, firstOrder } from '../../lib/demo/demo.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { catalogue, productNamed } from '../../shared/products/index.ts';

const ids = { quote_id: `quote_${'0'.repeat(26)}`, bank_account_id: `bank_${'0'.repeat(26)}` };

describe.each(Object.values(catalogue))('a first $name', ({ name }) => {
  const product = productNamed(name);
  const steps = firstOrder(name);
  const useCases = [...(product.drawsOn ? [registerBankAccount] : []), quote(product), createJob(product)];

  test('asks in the order in which ids come to be', () => {
    const routes = manifest.flatMap(({ name: row, trigger }) =>
      'http' in trigger ? [{ row, routes: trigger.http }] : [],
    );
    const rowOf = (path: string) => routes.find(({ routes: own }) => own.includes(`POST /v1${path}`))?.row;
    expect(steps.map(({ path }) => rowOf(path))).toEqual(useCases.map((useCase) => useCase.name));
  });

  test('has bodies that the service takes, and every field of them is read', () => {
    for (const [at, useCase] of useCases.entries()) {
      const body = JSON.parse(filledExample(steps[at]?.body ?? '', ids));
      expect(useCase.input.parse(body)).toMatchObject(body);
    }
  });
});
