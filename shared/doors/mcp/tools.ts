/** The list of tools for assistants. Every tool is a use case that REST serves too, and takes its texts from there. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { type Product, productNames } from '../../core/product.ts';
import { productNamed } from '../../products/index.ts';
import { cancelJob } from '../../usecases/cancel-job.ts';
import { createJob } from '../../usecases/create-job.ts';
import { getJob } from '../../usecases/get-job.ts';
import { getReceipt } from '../../usecases/get-receipt.ts';
import { quote } from '../../usecases/quote.ts';
import type { Caller, ToolUseCase, UseCase } from '../../usecases/use-case.ts';
import { type Body, formatCancelled, formatCreated, formatQuote, formatReceipt, formatStatus } from './messages.ts';
import { inputOf, outputOf } from './tool-schema.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly useCase: UseCase<unknown, Body>;
  /** Links in the description start with the base URL. */
  description(baseUrl: string): string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** Formats an answer as a short text for a person, with the next step. */
  format(body: Body, caller: Caller): string;
  /** The member of the answer that holds a page for the user to open. */
  readonly opens?: string | undefined;
}

function toolOf(useCase: ToolUseCase<unknown, Body>, format: Tool['format']): Tool {
  const { name, title, next, hints, descriptions = {}, answers, opens } = useCase.tool;
  const [readOnlyHint, destructiveHint, idempotentHint, openWorldHint] = hints;
  return {
    ...{ name, title, format, opens, useCase },
    description: (baseUrl) => `${useCase.summary} ${next(baseUrl)}`,
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
    inputSchema: inputOf(useCase.input, descriptions),
    outputSchema: outputOf(useCase.output, answers),
  };
}

function toolsOf(product: Product): Tool[] {
  const creation = toolOf(createJob(product), formatCreated);
  const note = product.drawsOn && 'This is the fee alone; the face amount is drawn on the bank account.';
  return [toolOf(quote(product), (body) => formatQuote(body, creation.name, note)), creation];
}

export const tools: readonly Tool[] = [
  ...productNames.map(productNamed).flatMap(toolsOf),
  toolOf(getJob, formatStatus),
  toolOf(cancelJob, formatCancelled),
  toolOf(getReceipt, formatReceipt),
];
