/** Renders content: text and PDFs here, HTML and Markdown in the render function, the only one that starts a browser. */
import { lazy } from '../domain/lazy.ts';
import { isOverload, overload, Refusal } from '../domain/refusal.ts';
import type { Renderer } from '../orders/renderer.ts';
import { timeLimits } from '../storage/time-limits.ts';
import { MachineBusy } from './process/fair-queue.ts';

/** A function's response, or the type of the error that it failed with. */
type InvocationResult = { readonly response: unknown } | { readonly errorType: string | undefined };

export type Invoke = (functionName: string, event: object) => Promise<InvocationResult>;

/** The typesetter, fonts, PDF writer and parsers are loaded by the first request that needs them. */
export function renderer(
  settings: () => { readonly functionName: string; readonly bucket: string; readonly allowedHosts: readonly string[] },
  invoke: Invoke,
): Renderer {
  return {
    async layOutText(text, paper) {
      const { typeset } = await import('./text/typeset.ts');
      const result = typeset(text, paper);
      if (!result.ok) return result;
      const write = async (title: string) => {
        const { writeTextPdf } = await import('./text/write-pdf.ts');
        return writeTextPdf(result, title);
      };
      return { ...result, pages: result.pages.length, write };
    },
    async printMarkup({ kind, value }, paper, key, network) {
      const { functionName, bucket } = settings();
      const result = await invoke(functionName, { [kind]: value, paper, bucket, key, network });
      if (!('response' in result)) {
        const error = overload(result.errorType ?? '');
        if (isOverload(error)) throw error;
        throw new Error(`the render function failed: ${result.errorType}`);
      }
      if (result.response === 'busy') throw busyRefusal();
      return result.response as Awaited<ReturnType<Renderer['printMarkup']>>;
    },
    async cleanMessage(html) {
      const { sanitizeMessage } = await import('./html/sanitize-message.ts');
      return sanitizeMessage(html);
    },
    async fetchPdf(url, budget) {
      const { fetchPdf } = await import('../partners/http/fetch-pdf.ts');
      return fetchPdf(url, { allowedHosts: settings().allowedHosts, budget });
    },
    async fetchPdfIfChanged(url, stored, budget) {
      const { fetchPdfIfChanged } = await import('../partners/http/fetch-pdf.ts');
      return fetchPdfIfChanged(url, { allowedHosts: settings().allowedHosts, stored, budget });
    },
    async openFile(bytes, use, network) {
      const { openFile } = await import('./files/open-file.ts');
      return refuseIfBusy(() => openFile(bytes, use, network));
    },
    async writeFrontPage(front, pages, paper) {
      if (front !== 'addresses') return (await import('./fax/cover.ts')).writeCover(front, pages, paper);
      // An empty page, because the print partner stamps the addresses on page 1.
      const { writeTextPdf } = await import('./text/write-pdf.ts');
      return { ok: true, warnings: [], pdf: await writeTextPdf({ paper, pages: [[]] }, '') };
    },
    async joinPdfs(parts, paper, network) {
      const { joinPdfs } = await import('./pdf/join-pdfs.ts');
      return refuseIfBusy(() => joinPdfs(parts, paper, { network }));
    },
    async preview(pdf, page, look, network) {
      const { previewPage } = await import('./pdf/preview.ts');
      const widthPx = 1_224; // 12 pt is 24 pixels, which is sharp on phones and desktops.
      return refuseIfBusy(() => previewPage(pdf, { page, ...look, widthPx }, { network }));
    },
    async readWords(pdf, network) {
      const { readWords } = await import('./pdf/preview.ts');
      return refuseIfBusy(() => readWords(pdf, network));
    },
  };
}

/** Does the work, but throws a Refusal if the machine is too busy for it. */
async function refuseIfBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MachineBusy ? busyRefusal() : error;
  }
}

const busyRefusal = () =>
  new Refusal('unavailable', 'We’re busy with other documents. Send the same request again in a few seconds.', {
    isCapacityProblem: true,
  });

// One client per process, because each new one opens a connection. A function responds within 28 seconds.
const lambda = lazy(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ maxAttempts: 1, ...timeLimits(29) }) };
});

/** Invokes another function of the service and waits for its response. */
export async function invokeFunction(functionName: string, event: object): Promise<InvocationResult> {
  const { InvokeCommand, client } = await lambda();
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
  );
  const response: unknown = JSON.parse(Buffer.from(Payload ?? []).toString('utf8') || 'null');
  return FunctionError === undefined ? { response } : { errorType: (response as { errorType?: string }).errorType };
}
