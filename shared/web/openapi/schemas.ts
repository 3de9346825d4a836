/** The schemas of the OpenAPI document by name: requests, answers and job statuses. */
import { type ProductName, productNames } from '../../domain/product-names.ts';
import { capitalised } from '../../domain/words.ts';
import { notifications } from '../../notify/notifications-view.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { expectedDelivery, statusView } from '../../orders/follow/status-view.ts';
import { timeline } from '../../orders/follow/timeline.ts';
import { productNamed } from '../../products/index.ts';
import type { JsonSchema } from '../json-schema.ts';
import { errorView, gatewayErrorView } from './codes.ts';
import { ref, schemasOf } from './components.ts';
import { eventView, partnerAnswerView, partnerEventView, stripeEventView } from './events.ts';
import { operations } from './operations.ts';
import { webhookViews } from './webhooks.ts';

const statusName = (product: ProductName) => `${capitalised(product)}Status`;

export function schemas(): Record<string, JsonSchema> {
  const requests = operations.flatMap(({ schemas: { request }, input }) =>
    request ? [[request, input] as const] : [],
  );
  const answers = operations
    .filter(({ name }) => name !== getJob.name)
    .map(({ schemas: { answer }, output }) => [answer, output] as const);
  const statuses = productNames.map((name) => [statusName(name), statusView(productNamed(name))] as const);
  return {
    ...schemasOf(
      { ...Object.fromEntries(requests), StripeEvent: stripeEventView, PartnerEvent: partnerEventView },
      {
        ...Object.fromEntries(answers),
        ...Object.fromEntries(statuses),
        Timeline: timeline,
        ExpectedDelivery: expectedDelivery,
        Notifications: notifications,
        ...webhookViews,
        PaymentEventAnswer: eventView,
        PartnerEventAnswer: partnerAnswerView,
        Error: errorView,
        GatewayError: gatewayErrorView,
      },
    ),
    // One view for each product, distinguished by `service`.
    JobStatus: {
      oneOf: productNames.map((name) => ref(statusName(name))),
      discriminator: {
        propertyName: 'service',
        mapping: Object.fromEntries(productNames.map((name) => [name, ref(statusName(name)).$ref])),
      },
    },
  };
}
