/** The script of the home page and of the documentation: a button that copies. */

const addButton = (box: HTMLElement): void => {
  const { copy = '', copied = '' } = box.closest<HTMLElement>('[data-copy]')?.dataset ?? {};
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet' });
  button.textContent = copy;
  const done = () => {
    button.textContent = copied;
  };
  // A browser may refuse: the text is still there to be selected.
  button.addEventListener('click', () => void navigator.clipboard.writeText(box.textContent).then(done, () => {}));
  box.parentElement?.after(button);
};
// Without https a browser has no clipboard.
if ('clipboard' in navigator) for (const box of document.querySelectorAll<HTMLElement>('.copy')) addButton(box);
