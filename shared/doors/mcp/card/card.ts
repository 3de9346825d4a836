/** The card in a chat. Its pictures and words travel in `_meta`, which hosts hand to the card alone. */
import type { CallToolResult, InputRequiredResult, McpServer } from '@modelcontextprotocol/server';
import type { CardData, CardMeta } from '../../../pages/card/data.ts';
import type { Deps } from '../../../ports/deps.ts';
import { showOrder } from '../../../usecases/pay/show-pay-page.ts';
import { showPage } from '../../../usecases/preview/show-page.ts';
import { type CallContext, callTool } from '../call.ts';
import { advertised, inputOf } from '../tool-schema.ts';
import type { Tool } from '../tools.ts';
import { cardMimeType } from './client.ts';

const cardUri = 'ui://print-and-mail/job';

/** The names of what travels in `_meta`; the card's script knows them. */
const metaKeys = { card: 'print-and-mail/card', page: 'print-and-mail/page' } as const satisfies Record<
  string,
  keyof CardMeta
>;

const dayMs = 86_400_000;

/** Nothing is loaded: hosts build a policy of these lists that allows no other origin. */
const resourceMeta = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
};

/** The tools whose answer is shown as a card: those that make an order, and the one that tells how it stands. */
const hasCard = ({ opens, name }: Tool): boolean => opens !== undefined || name === 'get_job_status';

export const cardMetaOf = (tool: Tool) => (hasCard(tool) ? { ui: { resourceUri: cardUri } } : undefined);

const pageTool: Tool = {
  name: 'show_page',
  title: 'Show a page',
  useCase: showPage as unknown as Tool['useCase'],
  description: () => showPage.summary,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: inputOf(showPage.input, {}),
  outputSchema: {},
  format: ({ page }) => `The card shows page ${page}.`,
};

/** Adds the card itself, and the tool by which it gets pictures. Hosts show that tool to no model. */
export function addCard(server: McpServer, contextOf: (tool: Tool) => CallContext): void {
  const { name, title, description, annotations } = pageTool;
  server.registerTool(
    name,
    {
      title,
      description: description(''),
      annotations,
      inputSchema: advertised(() => pageTool.inputSchema),
      _meta: { ui: { resourceUri: cardUri, visibility: ['app'] } },
    },
    async (raw) => {
      const { structuredContent, ...result } = await callTool(pageTool, raw, contextOf(pageTool));
      return result.isError ? result : { ...result, _meta: { [metaKeys.page]: structuredContent } };
    },
  );
  server.registerResource(
    'card',
    cardUri,
    {
      title: 'The card of an order',
      mimeType: cardMimeType,
      _meta: resourceMeta,
      cacheHint: { ttlMs: dayMs, cacheScope: 'public' },
    },
    async () => {
      const { cardView } = await import('../../../pages/card/view.ts');
      return { contents: [{ uri: cardUri, mimeType: cardMimeType, text: cardView, _meta: resourceMeta }] };
    },
  );
}

/** The same answer with the card's data. An answer without them is as good for the model, so nothing may fail here. */
export async function withCard(
  tool: Tool,
  result: CallToolResult | InputRequiredResult,
  { deps }: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { job_id: jobId } = (result.structuredContent ?? {}) as { readonly job_id?: unknown };
  if (!hasCard(tool) || result.isError || typeof jobId !== 'string') return result;
  try {
    return { ...result, _meta: { ...result._meta, [metaKeys.card]: await cardOf(deps, jobId) } };
  } catch (error) {
    deps.log.alarm('accident', { error });
    return result;
  }
}

async function cardOf(deps: Pick<Deps, 'clock' | 'jobs' | 'quotes' | 'settings'>, jobId: string): Promise<CardData> {
  // Only clients that show cards pay for loading both languages.
  const [{ cardWords }, { readerFor }] = await Promise.all([
    import('../../../pages/card/words.ts'),
    import('../../../pages/reader.ts'),
  ]);
  const order = await showOrder(deps, jobId);
  const wordsIn = async (acceptLanguage: string) =>
    cardWords(order, await readerFor({ ...deps.settings, acceptLanguage }));
  return {
    job_id: jobId,
    pages: order.proof?.pages ?? 0,
    pay_url: order.payUrl,
    page_url: order.pageUrl,
    en: await wordsIn('en'),
    fr: await wordsIn('fr'),
  };
}
