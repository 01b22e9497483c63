import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadTexts } from '../platform/load-texts.ts';
import { PopupBoundary } from '../shell/root-layout.tsx';
import { TextsProvider } from '../shell/start.tsx';
import { later } from './later.tsx';

interface Load {
  readonly resolve: (part: () => ReactNode) => void;
  readonly reject: (reason: Error) => void;
}

/** A part whose code comes, or fails to come, when the test says so. */
function makePart() {
  const loads: Load[] = [];
  const load = vi.fn<() => Promise<() => ReactNode>>(
    () => new Promise((resolve, reject) => loads.push({ resolve, reject })),
  );
  return { Part: later(load, <i>waiting</i>), load, loads };
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('CN-19: a part of a screen is drawn in the frames after its code has come, not after 300 ms', async () => {
  const { Part, loads } = makePart();
  const screen = await render(<Part />);
  expect(screen.container.textContent).toBe('waiting');
  loads[0]?.resolve(() => <b>there</b>);
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  expect(screen.container.textContent).toBe('there');
});

test('CN-19: code that has come is drawn at once the next time, and loaded once', async () => {
  const { Part, load, loads } = makePart();
  const first = await render(<Part />);
  loads[0]?.resolve(() => <b>there</b>);
  await expect.element(first.getByText('there')).toBeVisible();
  const second = await render(<Part />);
  expect(second.container.textContent).toBe('there');
  expect(load).toHaveBeenCalledOnce();
});

test('CN-19: a failure goes to the nearest boundary, and the next drawing loads again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { Part, load, loads } = makePart();
  const failing = await render(
    <TextsProvider locale="en-us" texts={await loadTexts('en-us')}>
      <PopupBoundary title="Information">
        <Part />
      </PopupBoundary>
    </TextsProvider>,
  );
  loads[0]?.reject(new Error('no network'));
  await expect.element(failing.getByRole('dialog', { name: 'Information' })).toBeVisible();
  vi.restoreAllMocks();
  const again = await render(<Part />);
  expect(load).toHaveBeenCalledTimes(2);
  loads[1]?.resolve(() => <b>there</b>);
  await expect.element(again.getByText('there')).toBeVisible();
});
