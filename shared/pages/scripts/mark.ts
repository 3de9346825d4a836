/** The script of the page behind a letter's address: hashes a PDF in the browser. Without it the form sends the file. */
import { scriptOf } from '../html.ts';
import { byId } from './by-id.ts';
import { takeFile } from './take-file.ts';

function compareHere(find: typeof byId, take: typeof takeFile): void {
  // Browsers hash on safe origins alone.
  if (!crypto.subtle) return;
  const form = find('compare', HTMLFormElement);
  const file = find('document', HTMLInputElement);
  const result = find('result', HTMLElement);
  const verdictOn = async (chosen: Blob): Promise<string> => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer()));
    const body = new FormData();
    body.append('sha256', Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    return answer.ok ? (await answer.json()).document : 'none';
  };
  const compare = async (): Promise<void> => {
    const chosen = file.files?.[0];
    if (chosen === undefined) return;
    const kind = await verdictOn(chosen).catch(() => 'none');
    result.replaceChildren(find(`verdict-${kind}`, HTMLTemplateElement).content.cloneNode(true));
    result.querySelector('h2')?.focus();
  };
  take(find, form, file, compare);
}

export const script = scriptOf(compareHere, byId, takeFile);
