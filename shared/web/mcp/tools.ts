/** The list of tools for assistants. Every tool is a use case that REST serves too, and takes its texts from there. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Product } from '../../domain/product.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { quote } from '../../orders/quote/quote.ts';
import { getReceipt } from '../../orders/receipts/get-receipt.ts';
import type { Outcome, ToolUseCase, UseCase } from '../../orders/use-case.ts';
import { productNamed } from '../../products/index.ts';
import type { JsonSchema } from '../json-schema.ts';
import { verifyAddress } from '../verify-address.ts';
import { formatCancelled, formatCreated, formatQuote, formatReceipt, formatVerdict, type RpcBody } from './messages.ts';
import { hidden } from './redact.ts';
import { formatStatus } from './status-message.ts';
import { inputOf, outputOf } from './tool-schema.ts';
import type { Toolset } from './toolset.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly useCase: UseCase<unknown, RpcBody>;
  /** Links in the description start with the base URL. */
  description(baseUrl: string): string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** Formats an answer as a short text for a person, with the next step. */
  format(body: RpcBody, outcome?: Outcome): string;
  /** Its answers are about an order, so they say in test mode that nothing is real. */
  readonly statesProgress?: boolean;
  /** Its answers lead to the receipt. */
  readonly linksReceipt?: boolean;
  /** The member of the answer that holds a page for the user to open. */
  readonly opens?: string | undefined;
  /** It answers a ticket for a file, if it is asked for that in place of content. */
  readonly takesFiles?: boolean | undefined;
}

/** Members of answers that need no listing, because others tell the same: every conversation carries the list. */
export const unlisted: readonly string[] = [
  ...hidden,
  // The words of the answer say them.
  ...['attachment_pages', 'content_parts', 'same_order'],
  ...['amount_cents', 'tax_cents', 'total_cents', 'most_total_cents', 'check_amount_cents'],
  ...['created_at', 'send_on', 'pages_counted_by', 'tracking_carrier', 'tracking_url'],
  ...['tax_label', 'reason', 'document_sha256', 'partner_id_hash', 'letter_id', 'check_id', 'fax_id'],
];

/** Schemas take a while to write, so each is written when it is first asked for: a call needs one, the list all. */
function toolOf(
  useCase: ToolUseCase<unknown, RpcBody>,
  format: Tool['format'],
  products: Toolset,
  takesFiles = false,
): Tool {
  const { name, title, next, hints, descriptions = {}, opens } = useCase.tool;
  const [readOnlyHint, destructiveHint, idempotentHint, openWorldHint] = hints;
  let input: JsonSchema | undefined;
  let output: JsonSchema | undefined;
  return {
    name,
    title,
    format,
    opens,
    useCase,
    takesFiles,
    statesProgress: name !== verifyAddress.tool.name,
    linksReceipt: name === getReceipt.tool.name,
    description: (baseUrl) => `${useCase.summary} ${next(baseUrl, products)}`,
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
    get inputSchema() {
      const make = takesFiles ? askingForUpload : withAddressAsText;
      input ??= make(inputOf(useCase.input, descriptions));
      return input;
    },
    get outputSchema() {
      const make = takesFiles ? answeringTicket : (json: JsonSchema) => json;
      output ??= make(outputOf(useCase.output, unlisted, products));
      return output;
    },
  };
}

function toolsOf(product: Product): Tool[] {
  const only = [product.name];
  const creation = toolOf(createJob(product), formatCreated, only);
  const note = product.drawsOn && 'This is the fee alone; the face amount is drawn on the bank account.';
  const answered = (body: RpcBody) => formatQuote(body, creation.name, note);
  return [toolOf(quote(product), answered, only, product.paper !== undefined), creation];
}

function askingForUpload(json: JsonSchema): JsonSchema {
  const upload = { type: 'boolean', description: "For the user's PDF, JPEG or PNG: no content; a page to attach it." };
  return { ...json, properties: { ...(json.properties as object), upload } };
}

/** An address may be text. One by itself has no fields here, because the jobs' schemas list them. */
function withAddressAsText({ $defs, ...json }: JsonSchema): JsonSchema {
  const type = ['object', 'string'];
  const { address, ...rest } = json.properties as Readonly<Record<string, JsonSchema>>;
  if (address !== undefined)
    return { ...json, properties: { ...rest, address: { type, description: address.description } } };
  const { to, ...others } = ($defs ?? {}) as Readonly<Record<string, JsonSchema>>;
  return to === undefined
    ? { ...json, ...($defs !== undefined && { $defs }) }
    : { ...json, $defs: { ...others, to: { ...to, type } } };
}

/** One member tells a ticket from a quote. */
const answeringTicket = (json: JsonSchema): JsonSchema => ({
  ...json,
  anyOf: [...(json.anyOf as readonly object[]), { required: ['page_url'] }],
});

const made = new Map<string, readonly Tool[]>();

/** The tools of these products, always the same values. */
export function toolsFor(products: Toolset): readonly Tool[] {
  const key = products.join();
  const tools = made.get(key) ?? [
    ...products.map(productNamed).flatMap(toolsOf),
    ...(products.some((name) => productNamed(name).mailsTo) ? [toolOf(verifyAddress, formatVerdict, products)] : []),
    toolOf(getJob, formatStatus, products),
    toolOf(cancelJob, formatCancelled, products),
    toolOf(getReceipt, formatReceipt, products),
  ];
  made.set(key, tools);
  return tools;
}
