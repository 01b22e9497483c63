import { termsOfUse } from '@platen/catalogue/terms-of-use';
import { afterEach, describe, expect, test } from 'vitest';
import { authority, type FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { popupArea } from '../../platform/state.ts';
import { returnTargetArea, termsArea } from '../../session/session-areas.ts';
import { readSession } from '../../session/stored-session.ts';

afterEach(wipe);
const agreed: FakeRoutes = { 'GET /v1/termsOfUse': { body: { version: '1.0.0' } } };
const open = (routes: FakeRoutes = {}, path = '/termsofuse') =>
  renderPortal({ path, session: signedInUser, routes: { ...agreed, ...routes } });
const acceptKey = 'POST /v1/termsOfUse';

describe('the terms screen', () => {
  test('TM-06 TM-11 TM-15: shows the latest and the agreed version and the whole text in English, Accept and Decline', async () => {
    const { screen } = await open();
    const text = screen.getByRole('region', { name: 'Terms of Use, full text' });
    await expect.element(text).toHaveAttribute('lang', 'en');
    for (const { title } of termsOfUse.sections) {
      await expect.element(text.getByRole('heading', { name: title })).toBeInTheDocument();
    }
    await expect
      .poll(() =>
        screen
          .getByRole('definition')
          .elements()
          .map((value) => value.textContent),
      )
      .toEqual(['1.0.1', '1.0.0']);
    await expect.element(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
    await expect.element(screen.getByRole('button', { name: 'Decline' })).toBeEnabled();
  });

  test('TM-23 TM-11: Japanese users read the English text with Japanese labels around it (OQ-21)', async () => {
    const { screen } = await renderPortal({
      path: '/termsofuse',
      locale: 'ja-jp',
      session: signedInUser,
      routes: agreed,
    });
    await expect.element(screen.getByRole('button', { name: '同意する' })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: '1. Acceptance' })).toBeVisible();
  });

  test('TM-05 TM-07 TM-09: Accept posts the latest version; OK leads to the saved target with its searchkey (OQ-28)', async () => {
    const { screen, server } = await open();
    returnTargetArea.set({ searchkey: 'CKL 1' });
    await screen.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(new URLSearchParams(window.location.search).get('searchkey')).toBe('CKL 1');
    expect(server.called(acceptKey).map(({ body }) => body)).toEqual([{ version: '1.0.1' }]);
    expect(termsArea.get()).toEqual({ latest: '1.0.1', agreed: '1.0.1' });
    expect(returnTargetArea.get()).toEqual({ searchkey: null });
  });

  test('TM-07: without a saved target Accept leads to the device list of the brand', async () => {
    const { screen } = await open({}, '/rdt/termsofuse');
    await screen.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/rdt/devicelist');
  });

  test('TM-05: a status other than OK is 101000, and the user stays (OQ-27)', async () => {
    const { screen } = await open({ [acceptKey]: { body: { status: 'NG' } } });
    await screen.getByRole('button', { name: 'Accept' }).click();
    const popup = screen.getByRole('alertdialog');
    await expect.element(popup.getByText('101000')).toBeVisible();
    await popup.getByRole('button', { name: 'Close' }).last().click();
    expect(window.location.pathname).toBe('/termsofuse');
    expect(termsArea.get().agreed).not.toBe('1.0.1');
  });

  test('TM-05 EH-16: an agreement that fails is shown and sent once; the user may try again (OQ-119)', async () => {
    let isBroken = true;
    const { screen, server } = await open({
      [acceptKey]: () =>
        isBroken ? { status: 503, body: { errorCode: 203003, detail: [] } } : { body: { status: 'OK' } },
    });
    await screen.getByRole('button', { name: 'Accept' }).click();
    const popup = screen.getByRole('alertdialog');
    await expect.element(popup.getByText('203003')).toBeVisible();
    expect(server.called(acceptKey)).toHaveLength(1);
    isBroken = false;
    await popup.getByRole('button', { name: 'Close' }).last().click();
    await screen.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
  });

  test('TM-09: while the agreement is on its way a second press sends nothing', async () => {
    const { screen, server } = await open({ [acceptKey]: 'silent' });
    const accept = screen.getByRole('button', { name: 'Accept' });
    await accept.click();
    await expect.element(accept).toHaveAttribute('aria-busy', 'true');
    await accept.click({ force: true });
    expect(server.called(acceptKey)).toHaveLength(1);
  });

  const own = { organisationId: '0190a0b0-0000-7000-8000-000000000002', name: 'Haldane', version: '3.0.0' };
  const ofHaldane = (texts: { english: string; japanese: string }): FakeRoutes => ({
    'GET /v1/termsOfUse': { body: { version: '2.0.0', own: { ...own, ...texts } } },
  });

  test('OA-04: terms of the organisation stand in the place of the text of the product, and are agreed to by name', async () => {
    const { screen, server } = await open(ofHaldane({ english: 'Be kind.\n\nAlways.', japanese: '親切に。' }));
    const text = screen.getByRole('region', { name: 'Terms of Use of your organization, full text' });
    await expect.element(text).toHaveAttribute('lang', 'en');
    expect([...text.element().children].map(({ textContent }) => textContent)).toEqual(['Be kind.', 'Always.']);
    await expect.element(screen.getByText(/^Haldane asks you to accept/)).toBeVisible();
    await expect.element(screen.getByText('3.0.0')).toBeVisible();
    expect(await findProblems()).toEqual([]);
    await screen.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(server.called(acceptKey).map(({ body }) => body)).toEqual([
      { version: '3.0.0', organisationId: own.organisationId },
    ]);
    expect(termsArea.get()).toEqual({ latest: '3.0.0', agreed: '3.0.0' });
  });

  test.each([
    ['ja-jp', { english: 'Be kind.', japanese: '親切に。' }, 'ja', '親切に。'],
    ['ja-jp', { english: 'Be kind.', japanese: '' }, 'en', 'Be kind.'],
    ['en-us', { english: '', japanese: '親切に。' }, 'ja', '親切に。'],
  ] as const)('OA-04: %s reads %o in the language there is', async (locale, texts, lang, shown) => {
    const { screen } = await renderPortal({
      path: '/termsofuse',
      locale,
      session: signedInUser,
      routes: ofHaldane(texts),
    });
    const text = screen.getByRole('region', { name: /組織のご利用規約の全文|of your organization/ });
    await expect.element(text).toHaveAttribute('lang', lang);
    await expect.element(text).toHaveTextContent(shown);
  });

  test('OA-04 EH-15: no text is accepted that could not be read; Retry reads it', async () => {
    let isBroken = true;
    const { screen } = await open({
      'GET /v1/termsOfUse': () =>
        isBroken ? { status: 503, body: { errorCode: 203003, detail: [] } } : { body: { version: '1.0.0' } },
    });
    await expect.element(screen.getByText('203003')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
    isBroken = false;
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByRole('heading', { name: '1. Acceptance' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
  });

  test('TM-08: Decline posts nothing and closes the session (OQ-23)', async () => {
    const { screen, server, leave } = await open();
    await screen.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => leave.mock.calls[0]?.[0]).toMatch(`${authority}/logout`);
    expect(server.called(acceptKey)).toEqual([]);
    expect(readSession()).toBeUndefined();
    expect(popupArea.get()).toBe('none');
  });
});
