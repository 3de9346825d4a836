/** The script of the home page: a button that copies. Without it a click selects the whole text. */
import { html } from '../html.ts';

export const copyScript = html`{
if (navigator.clipboard) for (const box of document.querySelectorAll('.copy')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  button.textContent = box.dataset.copy;
  button.addEventListener('click', () => navigator.clipboard.writeText(box.textContent).then(() => {
    button.textContent = box.dataset.copied;
  }, () => {}));
  box.parentElement.after(button);
}
}
`;
