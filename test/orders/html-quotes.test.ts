/** Quotes of HTML on a machine with a browser other than the shipped one, or without a browser. */
import { createJob } from '../../shared/orders/create/create-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import type { Renderer } from '../../shared/orders/renderer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { letter } from '../../shared/products/letter/letter.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';

const html = '<p>Dear Ada</p>';
const engine = 'Chrome/139.0.7258.66';

/** Dependencies whose renderer prints HTML differently. */
function depsPrinting(change: (print: Renderer['printMarkup']) => Renderer['printMarkup']) {
  const deps = memoryDeps();
  return Object.assign(deps, { renderer: { ...deps.renderer, printMarkup: change(deps.renderer.printMarkup) } });
}

const quoted = (deps: ReturnType<typeof memoryDeps>) =>
  ask(quote(letter), deps, { country: 'US', html }, caller).then(({ body }) => body as Record<string, string>);

test('a quote names the browser that counted its pages if it is not the shipped one, and the job prints the same PDF', async () => {
  const printedKeys: string[] = [];
  const deps = depsPrinting((print) => async (markup, paper, key, network) => {
    printedKeys.push(key);
    return { ...(await print(markup, paper, key, network)), engine } as Awaited<ReturnType<typeof print>>;
  });
  const { quote_id, pages_counted_by } = await quoted(deps);
  expect(pages_counted_by).toBe(engine);
  expect(await quoted(memoryDeps())).toMatchObject({ pages: 1, pages_counted_by: undefined });
  const party = { name: 'Ada', addressLine1: '1 Main St', city: 'Albany', provinceOrState: 'NY', postalOrZip: '12207' };
  const to = { ...party, countryCode: 'US' };
  const { body } = await ask(createJob(letter), deps, { quote_id, letter: { to, from: to, html } }, caller);
  const job = await deps.jobs.get((body as { job_id: string }).job_id);
  expect(printedKeys).toEqual([job?.document?.key]);
});

test('without a browser, HTML is refused with an error that says how to set one up', async () => {
  const problem = 'no browser was found. Set CHROMIUM_PATH.';
  const deps = depsPrinting(() => async () => ({ ok: false, code: 'html_unavailable', problem }));
  const refused = { code: 'html_unavailable', field: 'html', message: `html: ${problem}` };
  await expect(quoted(deps)).rejects.toMatchObject(refused);
});
