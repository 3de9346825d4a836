/** The script of the page that takes a file: shows how far it is. Without it the form posts by itself. */
import { byId } from './by-id.ts';

const form = byId('attach', HTMLFormElement);
const input = byId('file', HTMLInputElement);
const bar = byId('sending', HTMLProgressElement);
const said = byId('said', HTMLElement);
const words = form.dataset;
const show = (text = '', isSending = false): void => {
  said.textContent = text;
  bar.hidden = !isSending;
  for (const button of form.querySelectorAll('button')) button.disabled = isSending;
};
const problemOf = (file: File): string | undefined => {
  if (new RegExp(words.wordName ?? '', 'i').test(file.name)) return words.word;
  if (file.size === 0) return words.empty;
  return file.size > Number(words.most) ? words.large : undefined;
};
/** The same form, but with the policy that answers without a redirect: the script finds its way back by itself. */
const quietForm = (): FormData => {
  const data = new FormData(form);
  data.delete('success_action_redirect');
  data.set('policy', words.policy ?? '');
  data.set('x-amz-signature', words.signature ?? '');
  return data;
};
const send = (): void => {
  const sending = new XMLHttpRequest();
  bar.value = 0;
  sending.upload.onprogress = ({ loaded, total }) => {
    bar.value = loaded / total;
  };
  sending.onload = () => {
    if (sending.status < 300) location.replace(words.next ?? '');
    else show(words.failed);
  };
  // The store may not let pages read its answers: then the form goes by itself.
  sending.onerror = () => (bar.value === 0 ? form.submit() : show(words.failed));
  sending.open('POST', form.action);
  sending.send(quietForm());
  show(words.sending, true);
};
form.addEventListener('submit', (event) => {
  const file = input.files?.[0];
  if (file === undefined) return;
  event.preventDefault();
  const problem = problemOf(file);
  if (problem === undefined) send();
  else show(problem);
});
