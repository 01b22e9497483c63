import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AfterPaint } from './after-paint.tsx';

test('what is drawn later is not there before the first picture, and comes by itself; one within another after that', async () => {
  const seen: (string | null)[] = [];
  const look = () => {
    seen.push(document.querySelector('main')?.textContent ?? null);
    if (seen.at(-1) !== 'first second third' && seen.length < 600) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const screen = await render(
    <main>
      first
      <AfterPaint>
        {' second'}
        <AfterPaint>{' third'}</AfterPaint>
      </AfterPaint>
    </main>,
  );
  await expect.element(screen.getByRole('main')).toHaveTextContent('first second third');
  await expect.poll(() => seen.at(-1)).toBe('first second third');
  // Each of them had a picture of its own.
  expect([...new Set(seen.filter((text) => text !== null))]).toEqual(['first', 'first second', 'first second third']);
});

test('what is asked for does not wait', async () => {
  const screen = await render(<AfterPaint isNow>asked for</AfterPaint>);
  expect(screen.container.textContent).toBe('asked for');
});
