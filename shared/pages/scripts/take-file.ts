/** Takes a form's file in the browser: chosen, dropped anywhere on the page, or given with the button. */
import type { byId } from './by-id.ts';

/** Says on the page that nothing is sent; `taken` is called each time. */
export function takeFile(
  find: typeof byId,
  form: HTMLFormElement,
  file: HTMLInputElement,
  taken: () => Promise<void>,
): void {
  find('sent', HTMLElement).hidden = true;
  find('here', HTMLElement).hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void taken();
  });
  file.addEventListener('change', () => void taken());
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    // A field for files takes them by itself.
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    file.files = event.dataTransfer?.files ?? null;
    void taken();
  });
}
