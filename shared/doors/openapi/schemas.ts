/** The schemas of the OpenAPI document, by name: of requests, of answers, and of how jobs stand. */
import type * as z from 'zod/mini';
import { getJob } from '../../usecases/get-job.ts';
import type { JsonSchema } from '../json-schema.ts';
import { errorView } from './codes.ts';
import { type Named, ref, schemasOf } from './components.ts';
import { eventView, partnerAnswerView, partnerEventView, stripeEventView } from './events.ts';
import { operations, productNames, titled } from './operations.ts';

const statusName = (product: string) => `${titled(product)}Status`;

/** The members of the union of all products' views, in the catalogue's order. */
function statusViews(): Named {
  const { options } = (getJob.output as unknown as z.ZodMiniUnion<readonly z.ZodMiniType[]>)._zod.def;
  return Object.fromEntries(productNames.flatMap((name, at) => (options[at] ? [[statusName(name), options[at]]] : [])));
}

/** One view for each product, told apart by `service`. */
const jobStatus: JsonSchema = {
  oneOf: productNames.map((name) => ref(statusName(name))),
  discriminator: {
    propertyName: 'service',
    mapping: Object.fromEntries(productNames.map((name) => [name, ref(statusName(name)).$ref])),
  },
};

export function schemas(): Record<string, JsonSchema> {
  const requests = operations.flatMap(({ request, useCase }) => (request ? [[request, useCase.input] as const] : []));
  const answers = operations
    .filter(({ useCase }) => useCase.name !== getJob.name)
    .map(({ answer, useCase }) => [answer, useCase.output] as const);
  return {
    ...schemasOf(
      { ...Object.fromEntries(requests), StripeEvent: stripeEventView, PartnerEvent: partnerEventView },
      {
        ...Object.fromEntries(answers),
        ...statusViews(),
        PaymentEventAnswer: eventView,
        PartnerEventAnswer: partnerAnswerView,
        Error: errorView,
      },
    ),
    JobStatus: jobStatus,
  };
}
