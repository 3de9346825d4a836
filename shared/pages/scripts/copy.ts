/** The script that adds a Copy button to text that people copy. */
const addButton = (box: HTMLElement): void => {
  const { copy = '', copied = '' } = box.closest<HTMLElement>('[data-copy]')?.dataset ?? {};
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet' });
  button.textContent = copy;
  const showCopied = () => {
    button.textContent = copied;
  };
  // If the browser refuses, the reader can still select the text.
  button.addEventListener(
    'click',
    () => void navigator.clipboard.writeText(box.textContent).then(showCopied, () => {}),
  );
  box.parentElement?.after(button);
};
// Browsers have a clipboard only over https.
if ('clipboard' in navigator) for (const box of document.querySelectorAll<HTMLElement>('.copy')) addButton(box);
