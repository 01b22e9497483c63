import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { testConfig, wipe } from '../../test/render-portal.tsx';
import { decideBrand } from '../brand/brands.ts';
import { LazyTimeout, loadTexts } from '../platform/load-texts.ts';
import { popupArea } from '../platform/state.ts';
import { PopupBoundary, ScreenFailure } from './root-layout.tsx';
import { lazyScreen } from './routes.tsx';
import { prepare, TextsProvider } from './start.tsx';

afterEach(wipe);

async function renderScreen(
  load: () => Promise<{ Screen: () => React.ReactNode; loadTexts?: (locale: string) => Promise<object> }>,
) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const root = createRootRoute();
  const index = createRoute({ getParentRoute: () => root, path: '/', component: lazyScreen(load, 'Screen') });
  const router = createRouter({
    routeTree: root.addChildren([index]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: ScreenFailure,
  });
  return render(
    <TextsProvider locale="en-us" texts={await loadTexts('en-us')}>
      <RouterProvider router={router as never} />
    </TextsProvider>,
  );
}

test('CN-19: a screen that does not arrive in time says so in the page, with Reload, and opens no popup (OQ-122)', async () => {
  const screen = await renderScreen(() => Promise.reject(new LazyTimeout('late')));
  const message = screen.getByRole('alert');
  await expect.element(message.getByText('This part of the portal could not be loaded.')).toBeVisible();
  await expect.element(message.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(popupArea.get()).toBe('none');
  vi.restoreAllMocks();
});

test('CN-19: a screen that breaks says something else', async () => {
  const screen = await renderScreen(() =>
    Promise.resolve({
      Screen: () => {
        throw new Error('a defect');
      },
    }),
  );
  await expect.element(screen.getByText('This screen stopped working.')).toBeVisible();
  expect(screen.container.textContent).not.toContain('a defect');
  vi.restoreAllMocks();
});

test('CN-19: a screen with texts of its own is drawn once, when they are there, and a failure of them is one of it', async () => {
  prepare({
    config: testConfig,
    brand: decideBrand(testConfig.brands, '/'),
    locale: 'ja-jp',
    leave: () => undefined,
  });
  const asked: { locale: string; settle: (texts: object) => void }[] = [];
  const drawn = vi.fn<() => string>(() => 'the screen');
  const loadOwn = (locale: string) => new Promise<object>((settle) => asked.push({ locale, settle }));
  const screen = await renderScreen(async () => ({ Screen: drawn, loadTexts: loadOwn }));
  await expect.poll(() => asked.map(({ locale }) => locale)).toEqual(['ja-jp']);
  expect(drawn).not.toHaveBeenCalled();
  asked[0]?.settle({});
  await expect.element(screen.getByText('the screen')).toBeVisible();
  await wipe();
  const failed = await renderScreen(async () => ({
    Screen: drawn,
    loadTexts: () => Promise.reject(new LazyTimeout('late')),
  }));
  await expect.element(failed.getByText('This part of the portal could not be loaded.')).toBeVisible();
  vi.restoreAllMocks();
});

test('CN-19: a popup that does not arrive says so under its title and can be closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = (): React.ReactNode => {
    throw new LazyTimeout('late');
  };
  popupArea.set('information');
  const screen = await render(
    <TextsProvider locale="en-us" texts={await loadTexts('en-us')}>
      <PopupBoundary title="Information">
        <Broken />
      </PopupBoundary>
    </TextsProvider>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Information' });
  await expect.element(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(popupArea.get()).toBe('none');
  vi.restoreAllMocks();
});
