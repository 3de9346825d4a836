/** The script of the page for attaching a file: checks the file and shows the progress. Without it, the browser posts the form. */
import { byId } from './by-id.ts';

const form = byId('attach', HTMLFormElement);
const bar = byId('sending', HTMLProgressElement);
const status = byId('upload-status', HTMLElement);
const { dataset } = form;
const show = (text = '', isSending = false): void => {
  status.textContent = text;
  bar.hidden = !isSending;
  for (const button of form.querySelectorAll('button')) button.disabled = isSending;
};
const problemOf = (file: File): string | undefined => {
  if (new RegExp(dataset.wordFilePattern ?? '', 'i').test(file.name)) return dataset.wordFileMessage;
  if (file.size === 0) return dataset.empty;
  return file.size > Number(dataset.maxBytes) ? dataset.large : undefined;
};
const send = (): void => {
  // With this policy, the store responds without a redirect, and the script opens the next page itself.
  const data = new FormData(form);
  data.delete('success_action_redirect');
  data.set('policy', dataset.policy ?? '');
  data.set('x-amz-signature', dataset.signature ?? '');
  const request = new XMLHttpRequest();
  bar.value = 0;
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = loaded / total;
  };
  request.onload = () => {
    if (request.status < 300) location.replace(dataset.next ?? '');
    else show(dataset.failed);
  };
  request.onerror = () => {
    // A failure before any progress may come from the store's CORS rules. They don't apply if the browser posts the form.
    if (bar.value === 0) form.submit();
    else show(dataset.failed);
  };
  request.open('POST', form.action);
  request.send(data);
  show(dataset.sending, true);
};
form.addEventListener('submit', (event) => {
  const file = byId('file', HTMLInputElement).files?.[0];
  if (file === undefined) return;
  event.preventDefault();
  const problem = problemOf(file);
  if (problem === undefined) send();
  else show(problem);
  byId('word-file-help', HTMLDetailsElement).open = problem !== undefined && problem === dataset.wordFileMessage;
});
