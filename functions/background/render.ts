/** Prints HTML and Markdown, in the only Lambda with a browser. Its role may only write objects under `unpaid/`. */
import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Paper } from '../../shared/domain/paper.ts';
import { closeBrowser, printHtml, warmUp } from '../../shared/rendering/chromium/print-html.ts';
import { printMarkdown } from '../../shared/rendering/markdown/print-markdown.ts';
import { MachineBusy } from '../../shared/rendering/process/fair-queue.ts';

/** Either `html` or `markdown` is set. */
interface RenderEvent {
  readonly html?: string;
  readonly markdown?: string;
  readonly paper: Paper;
  /** The destination of the PDF: its bucket, and its key there. */
  readonly bucket: string;
  readonly key: string;
  /** The network of the caller. Networks take turns in the queue. */
  readonly network: string;
}

let s3: S3Client | undefined;

// Starts the browser while Lambda loads the function.
warmUp();

/**
 * Prints the document and stores the PDF. Returns the facts about the PDF, or why it can't be printed. If the machine is
 * busy, it returns `busy` instead of throwing: errors raise an alarm, and anyone's document can keep the machine busy.
 */
export async function handler(event: RenderEvent) {
  const { html = '', markdown, paper, bucket, key, network } = event;
  try {
    const printed = await (markdown === undefined
      ? printHtml(html, paper, { network })
      : printMarkdown(markdown, paper, { network }));
    if (!printed.ok) return printed;
    const { pdf, pages, warnings, engine } = printed;
    s3 ??= new S3Client({ requestHandler: { requestTimeout: 20_000, throwOnRequestTimeout: true } });
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: pdf, ContentType: 'application/pdf' }));
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    return { ok: true, warnings, pages, sha256, bytes: pdf.byteLength, engine };
  } catch (error) {
    if (error instanceof MachineBusy) return 'busy';
    throw error;
  }
}

/** Called by a host that stops gracefully. Lambda never calls it. */
export const close = closeBrowser;
