/** The script of the verification page: verifies in the browser, so that nothing is sent. Without it the form does. */

import { type PublicKey, ReceiptVerifier, type Verdict } from '../../core/receipt/verifier.ts';
import { scriptOf } from '../html.ts';
import { partyLine, valueAt } from '../verify/values.ts';
import { byId } from './by-id.ts';
import { momentHere } from './moment.ts';
import { takeFile } from './take-file.ts';

type GenuineVerdict = Extract<Verdict, { kind: 'genuine' }>;

/** The words of a verdict: the page has them all as templates, and leaves those that are true. */
class VerdictWords {
  readonly #textOf: (kind: string | undefined, value: unknown) => string;
  readonly #valueAt: typeof valueAt;

  constructor(moment: typeof momentHere, party: typeof partyLine, read: typeof valueAt) {
    this.#valueAt = read;
    this.#textOf = (kind, value) => {
      if (kind === 'time') return moment(Number(value));
      return kind === 'party' ? party(value) : String(value);
    };
  }

  fill(shown: ParentNode, { receipt, keyId, around, document, carrier }: GenuineVerdict): void {
    const told = { mode: receipt.payment_mode, status: receipt.status, document, around, carrier };
    for (const [name, value] of Object.entries(told))
      for (const each of shown.querySelectorAll<HTMLElement>(`[data-${name}]`))
        if (each.dataset[name] !== value) each.remove();
    shown.querySelector('[data-key]')?.append(keyId);
    for (const cell of shown.querySelectorAll<HTMLElement>('[data-path]')) {
      const value = this.#valueAt(receipt, cell.dataset.path ?? '');
      if (value === undefined || value === null) cell.parentElement?.remove();
      else cell.textContent = this.#textOf(cell.dataset.kind, value);
    }
  }
}

async function verifyHere(
  find: typeof byId,
  take: typeof takeFile,
  Verifier: typeof ReceiptVerifier,
  Words: typeof VerdictWords,
  ...given: ConstructorParameters<typeof VerdictWords>
): Promise<void> {
  const form = find('verify', HTMLFormElement);
  const text = find('receipt', HTMLTextAreaElement);
  const file = find('receipt_file', HTMLInputElement);
  const sent = find('document', HTMLInputElement);
  const result = find('result', HTMLElement);
  const words = new Words(...given);
  const keys = async (): Promise<readonly PublicKey[]> => (await (await fetch(form.dataset.keys ?? '')).json()).keys;
  // A saved page has the keys of its day. At this service's own address those of today decide.
  const known = async (): Promise<readonly PublicKey[]> => JSON.parse(form.dataset.known ?? '');
  const read = location.protocol === 'file:' ? known : keys;
  const verifier = new Verifier(() => read().catch(() => undefined));

  const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const show = async (receipt: Blob): Promise<void> => {
    const document = sent.files?.[0];
    const verdict = await verifier.verify(await bytesOf(receipt), document && (await bytesOf(document)));
    const shown = find(`verdict-${verdict.kind}`, HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;
    if (verdict.kind === 'genuine') words.fill(shown, verdict);
    result.replaceChildren(shown);
    result.querySelector('h2')?.focus();
  };
  const submitted = () => show(file.files?.[0] ?? new Blob([text.value]));
  const linked = async () => {
    if (location.hash.length < 2) return;
    text.value = location.href;
    await show(new Blob([location.href]));
  };

  if (!(await verifier.isAble())) {
    if (location.hash.length > 1) text.value = location.href;
    return;
  }
  take(find, form, file, submitted);
  addEventListener('hashchange', () => void linked());
  await linked();
}

export const script = scriptOf(
  verifyHere,
  byId,
  takeFile,
  ReceiptVerifier,
  VerdictWords,
  momentHere,
  partyLine,
  valueAt,
);
