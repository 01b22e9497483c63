import { logError } from '../platform/log.ts';

/**
 * Shown when not even the texts arrived; therefore in both languages and without any of the portal's code.
 */
export function showStartFailure(page: Document, thrown: unknown): void {
  logError('the portal could not start', thrown);
  const container = page.getElementById('root');
  if (container === null) return;
  const box = page.createElement('div');
  box.className = 'page';
  box.setAttribute('role', 'alert');
  for (const line of ['The portal could not be loaded.', 'ポータルを読み込めませんでした。']) {
    const text = page.createElement('p');
    text.textContent = line;
    box.append(text);
  }
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload / 再読み込み';
  button.addEventListener('click', () => window.location.reload());
  box.append(button);
  container.replaceChildren(box);
}
