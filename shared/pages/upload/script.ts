/** The script of the page that takes a file: shows how far it is. Without it the form posts by itself. */
import { html } from '../html.ts';

export const attachScript = html`{
const form = document.getElementById('attach'), { file: input } = form.elements, button = form.querySelector('button');
const bar = document.getElementById('sending'), said = document.getElementById('said');
const tell = (words) => {
  said.textContent = words;
  bar.hidden = true;
  button.disabled = false;
};
form.addEventListener('submit', (event) => {
  const [file] = input.files;
  if (!file) return;
  event.preventDefault();
  if (file.size === 0) return tell(form.dataset.empty);
  if (file.size > Number(form.dataset.most)) return tell(form.dataset.large);
  const data = new FormData(form);
  data.delete('success_action_redirect');
  data.set('policy', form.dataset.policy);
  data.set('x-amz-signature', form.dataset.signature);
  const sending = new XMLHttpRequest();
  let sent = 0;
  sending.upload.onprogress = ({ loaded, total }) => {
    sent = loaded;
    bar.value = loaded / total;
  };
  sending.onload = () => {
    if (sending.status < 300) location.replace(form.dataset.next);
    else tell(form.dataset.failed);
  };
  // The store may not let pages read its answers: then the form goes by itself.
  sending.onerror = () => (sent === 0 ? form.submit() : tell(form.dataset.failed));
  sending.open('POST', form.action);
  sending.send(data);
  said.textContent = form.dataset.sending;
  bar.value = 0;
  bar.hidden = false;
  button.disabled = true;
});
}
`;
