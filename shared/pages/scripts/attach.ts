/** The script of the page that takes a file: shows the progress. Without it, the browser posts the form. */
import { byId } from './by-id.ts';

const form = byId('attach', HTMLFormElement);
const bar = byId('sending', HTMLProgressElement);
const status = byId('said', HTMLElement);
const words = form.dataset;
const show = (text = '', isSending = false): void => {
  status.textContent = text;
  bar.hidden = !isSending;
  for (const button of form.querySelectorAll('button')) button.disabled = isSending;
};
const problemOf = (file: File): string | undefined => {
  if (new RegExp(words.wordName ?? '', 'i').test(file.name)) return words.word;
  if (file.size === 0) return words.empty;
  return file.size > Number(words.most) ? words.large : undefined;
};
const send = (): void => {
  // The same form, but with the policy that responds without a redirect: the script goes back by itself.
  const data = new FormData(form);
  data.delete('success_action_redirect');
  data.set('policy', words.policy ?? '');
  data.set('x-amz-signature', words.signature ?? '');
  const sending = new XMLHttpRequest();
  bar.value = 0;
  sending.upload.onprogress = ({ loaded, total }) => {
    bar.value = loaded / total;
  };
  sending.onload = () => {
    if (sending.status < 300) location.replace(words.next ?? '');
    else show(words.failed);
  };
  // The store may not let pages read its responses: then the browser posts the form.
  sending.onerror = () => (bar.value === 0 ? form.submit() : show(words.failed));
  sending.open('POST', form.action);
  sending.send(data);
  show(words.sending, true);
};
form.addEventListener('submit', (event) => {
  const file = byId('file', HTMLInputElement).files?.[0];
  if (file === undefined) return;
  event.preventDefault();
  const problem = problemOf(file);
  if (problem === undefined) send();
  else show(problem);
  byId('word', HTMLDetailsElement).open = problem !== undefined && problem === words.word;
});
