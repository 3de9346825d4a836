/** The payer's view of an order, from which the pay page is drawn. */
import type { ProgressView } from '../progress.ts';
import type { showPayPage } from '../views/show-pay-page.ts';

type ShownOrder = Omit<Awaited<ReturnType<typeof showPayPage>>, 'progress'>;

type NeededMember = 'service' | 'heading' | 'lineItem' | 'paper' | 'recipient' | 'country' | 'status' | 'facts';

/** The view as the kernel has it. A page and a preview require only these members. */
export type PayView = Partial<ShownOrder> &
  Pick<ShownOrder, NeededMember | 'price' | 'isTest' | 'warnings' | 'orderNumber'> & {
    readonly progress: ProgressView;
  };
