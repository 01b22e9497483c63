import type { Page } from 'playwright-core';

/** Check marks of rows have a key of their own (x); of a menu one item has the focus. */
const byOtherKeys = '[data-row] input, [role="menu"] *';

/**
 * Controls that the Tab key does not reach, each with its opening tag. Radio buttons of one name have one
 * stop. Only in the open dialog if there is one, else on the whole page. Moves the focus.
 */
export async function findUnreachable(page: Page): Promise<string[]> {
  const controls = await page.evaluate((others) => {
    const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open);
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;
    const found = [...(dialog ?? document).querySelectorAll<HTMLElement>(selector)].filter(
      (element) => isShown(element) && !element.matches(`:disabled, ${others}`),
    );
    found.forEach((element, index) => element.setAttribute('data-stop', String(index)));
    // Noted in the page: a question after every press would double the time of the walk.
    const seen = new Set<string>();
    const note = ({ target }: { target: EventTarget | null }) => {
      if (target instanceof HTMLElement) seen.add(target.dataset['stop'] ?? '');
    };
    document.addEventListener('focusin', note);
    Reflect.set(globalThis, 'endWalk', () => {
      document.removeEventListener('focusin', note);
      return [...seen];
    });
    const [first] = found;
    first?.focus();
    note({ target: document.activeElement });
    return found.length;
  }, byOtherKeys);
  // Fields for dates have a stop for each of their parts.
  for (let presses = 0; presses < controls + 12; presses++) await page.keyboard.press('Tab');
  const seen: string[] = await page.evaluate(() => Reflect.get(globalThis, 'endWalk')());
  return page.evaluate((reached) => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
    const isReached = (element: HTMLElement) => reached.includes(element.dataset['stop'] ?? '');
    const groups = new Set(
      stops.flatMap((element) =>
        element instanceof HTMLInputElement && element.type === 'radio' && isReached(element) ? [element.name] : [],
      ),
    );
    const missed = stops.filter(
      (element) =>
        !isReached(element) &&
        !(element instanceof HTMLInputElement && element.type === 'radio' && groups.has(element.name)),
    );
    for (const element of stops) element.removeAttribute('data-stop');
    return missed.map((element) => `not reached: ${element.outerHTML.slice(0, 160)}`);
  }, seen);
}
