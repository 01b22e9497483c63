import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toDevices } from '../../../test/device-list/devices.ts';
import { listAnswer, openPortal } from '../../../test/device-list/portal.tsx';
import { toCriteriaHash } from '../../device-search/address.ts';

beforeEach(() => page.viewport(1440, 900));

const dialog = () => page.getByRole('dialog', { name: 'Advanced Search' });
const category = (name: string) => dialog().getByRole('group', { name });
const boxes = {
  mfpIdentifiers: () => category('MFP Identifier').getByRole('textbox', { name: 'Serial numbers' }),
  models: () => category('Model').getByRole('textbox', { name: 'Name' }),
  customerNumbers: () => category('Customer').getByRole('textbox', { name: 'Number' }),
  customerNames: () => category('Customer').getByRole('textbox', { name: 'Name and description' }),
  dealerNumbers: () => category('Dealer').getByRole('textbox', { name: 'Number' }),
  dealerNames: () => category('Dealer').getByRole('textbox', { name: 'Name' }),
  firmware: () => category('Firmware').getByRole('textbox', { name: 'Version' }),
};
type Box = keyof typeof boxes;
const matcher = () => dialog().getByRole('combobox', { name: 'Comparison' });
const search = () => dialog().getByRole('button', { name: 'Search' });

async function openSearch(options: { path?: string; locale?: 'en-us' | 'ja-jp' } = {}) {
  const portal = await openPortal({ list: () => listAnswer(toDevices(0, 3)) }, options);
  const name = options.locale === 'ja-jp' ? '詳細検索' : 'Advanced Search';
  await portal.screen.getByRole('button', { name }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return portal;
}

/** The tip of a box as assistive technology announces it. */
function tipOf(box: Box): string {
  const field = boxes[box]().element();
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const tip = ids.map((id) => document.getElementById(id)).find((found) => found?.getAttribute('role') === 'alert');
  return tip?.textContent ?? '';
}

describe('the form', () => {
  test('AS-03 AS-04 AS-05 AS-06 AS-07 PO-17: seven boxes in five categories, by name', async () => {
    await openSearch();
    for (const box of Object.values(boxes)) await expect.element(box()).toBeVisible();
    expect(dialog().getByRole('textbox').elements()).toHaveLength(7);
    expect(dialog().getByRole('group').elements()).toHaveLength(5);
  });

  test('PO-05 AS-42: no close icon; the focus begins in the first box', async () => {
    await openSearch();
    await expect.element(boxes.mfpIdentifiers()).toHaveFocus();
    const names = dialog()
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
    expect(names).toEqual(['Cancel', 'Search']);
  });

  test('AS-32 AS-33 AS-34: six comparisons, equal at first', async () => {
    await openSearch();
    await expect.element(matcher()).toHaveValue('equal');
    const options = matcher().getByRole('option').elements();
    expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
      ['equal', 'Equal'],
      ['notEqual', 'Not equal'],
      ['lessThan', 'Less than'],
      ['greaterThan', 'Greater than'],
      ['greaterThanEqual', 'Greater or equal'],
      ['lessThanEqual', 'Less or equal'],
    ]);
  });

  test('AS-37 AS-38: the placeholder asks for several versions or for one, as the comparison takes', async () => {
    await openSearch();
    for (const several of ['equal', 'notEqual']) {
      await matcher().selectOptions(several);
      await expect.element(boxes.firmware()).toHaveAttribute('placeholder', 'Separate by commas');
    }
    for (const single of ['lessThan', 'greaterThan', 'greaterThanEqual', 'lessThanEqual']) {
      await matcher().selectOptions(single);
      await expect.element(boxes.firmware()).toHaveAttribute('placeholder', 'Enter one value');
    }
  });

  test('AS-10 AS-13: the identifiers count what is typed against their limit', async () => {
    await openSearch();
    await userEvent.fill(boxes.mfpIdentifiers(), 'CKL248117, CKL248131, CKL2482_0');
    await expect.element(dialog().getByText('31 / 20,000')).toBeVisible();
    await expect.poll(() => tipOf('mfpIdentifiers')).toBe('Alphanumeric and dash only. Limit of 20000 characters.');
  });

  test('AS-03..AS-07 AS-34: the form is complete in Japanese', async () => {
    const { screen } = await openSearch({ locale: 'ja-jp' });
    await expect.element(screen.getByRole('group', { name: 'ファームウェア' }).getByRole('textbox')).toBeVisible();
    await expect.element(screen.getByRole('option', { name: 'より小さい' })).toBeInTheDocument();
    expect(screen.getByRole('dialog').element().textContent).not.toMatch(/[a-z]{4}/);
  });
});

describe('rules', () => {
  const plain = 'Alphanumeric and dash only.';
  const slashed = 'Alphanumeric, dash and slash only.';
  const inner = 'No spaces inside one value. Separate values by commas.';
  const limit = 'Limit of 1024 characters.';
  const identifiers = 'Alphanumeric and dash only. Limit of 20000 characters.';
  test.each<[string, Box, string, string | RegExp]>([
    ['AS-10: identifiers of more than 20000 characters', 'mfpIdentifiers', 'a'.repeat(20_001), identifiers],
    ['AS-11: an identifier with another character', 'mfpIdentifiers', 'CKL_1', identifiers],
    ['AS-12: an identifier with a space inside', 'mfpIdentifiers', 'CKL1 CKL2', inner],
    ['AS-14: models of more than 1024 characters', 'models', 'a'.repeat(1025), limit],
    ['AS-15 AS-29 AS-31: a model with a bracket before a letter', 'models', 'x<a', /^Brackets .* not allowed\.$/],
    ['AS-16: customer numbers of more than 1024 characters', 'customerNumbers', '1'.repeat(1025), limit],
    ['AS-17: a customer number with another character', 'customerNumbers', '1_2', slashed],
    ['AS-18: a customer number with a space inside', 'customerNumbers', '1 2', inner],
    ['AS-19: customer names of more than 1024 characters', 'customerNames', 'a'.repeat(1025), limit],
    ['AS-20 AS-29: a customer name with a bracket before ?', 'customerNames', '<?', /^Brackets/],
    ['AS-21: dealer numbers of more than 1024 characters', 'dealerNumbers', '1'.repeat(1025), limit],
    ['AS-22: a dealer number with a slash', 'dealerNumbers', '1/2', plain],
    ['AS-23: a dealer number with a space inside', 'dealerNumbers', '1 2', inner],
    ['AS-24: dealer names of more than 1024 characters', 'dealerNames', 'a'.repeat(1025), limit],
    ['AS-25 AS-30: a dealer name with ampersand and hash', 'dealerNames', 'A&#B', /^Brackets/],
    ['AS-26: firmware versions of more than 1024 characters', 'firmware', '1'.repeat(1025), limit],
    ['AS-27: a firmware version with a dot', 'firmware', 'S310.1', plain],
    ['AS-28: a firmware version with a space inside', 'firmware', 'S310 1', inner],
  ])('AS-40 %s holds Search back, with a tip', async (_title, box, text, tip) => {
    await openSearch();
    await userEvent.fill(boxes[box](), text);
    await expect.poll(() => tipOf(box)).toMatch(tip);
    await expect.element(boxes[box]()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(search()).toBeDisabled();
    await userEvent.fill(boxes[box](), 'A-1');
    await expect.element(boxes[box]()).toHaveAttribute('aria-invalid', 'false');
    await expect.element(search()).toBeEnabled();
  });

  test('AS-35 AS-36: a comparison by order refuses a comma: Please enter one value', async () => {
    await openSearch();
    await userEvent.fill(boxes.firmware(), 'S310, S311');
    await expect.element(search()).toBeEnabled();
    for (const single of ['lessThan', 'greaterThan', 'greaterThanEqual', 'lessThanEqual']) {
      await matcher().selectOptions(single);
      await expect.poll(() => tipOf('firmware')).toBe('Please enter one value.');
      await expect.element(boxes.firmware()).toHaveAttribute('aria-invalid', 'true');
      await expect.element(search()).toBeDisabled();
    }
    await matcher().selectOptions('notEqual');
    await expect.element(search()).toBeEnabled();
  });

  test('AS-39: with all boxes empty Search is disabled; blanks and commas are empty too', async () => {
    await openSearch();
    await expect.element(search()).toBeDisabled();
    await userEvent.fill(boxes.models(), ' , ,');
    await userEvent.fill(boxes.mfpIdentifiers(), ' ');
    await expect.element(search()).toBeDisabled();
    await userEvent.fill(boxes.models(), ' , 45,');
    await expect.element(search()).toBeEnabled();
  });
});

describe('searching', () => {
  test('AS-01 AS-02 AS-08 AS-09 AS-43 AS-44: Search sends the filled boxes, trimmed, from offset 0, and closes', async () => {
    const { listCalls, router } = await openSearch({ path: '/devicelist?search=abc&group=4' });
    await userEvent.fill(boxes.mfpIdentifiers(), ' CKL1 ,, CKL2,');
    await userEvent.fill(boxes.customerNames(), '東亜物産');
    await matcher().selectOptions('greaterThan');
    await userEvent.fill(boxes.firmware(), ' S310 ');
    await search().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => listCalls().at(-1)?.path).toBe('/v1/devices/search');
    expect(listCalls()).toHaveLength(2);
    expect(listCalls()[1]?.body).toEqual({
      mfpIdentifiers: ['CKL1', 'CKL2'],
      customerNamesAndDescriptions: ['東亜物産'],
      firmwareVersion: { matcher: 'greaterThan', versions: ['S310'] },
      offset: 0,
      limit: 100,
      groupId: 4,
    });
    expect(router.state.location.search).toEqual({ group: '4' }); // the free text is dropped (OQ-36)
    await expect.element(page.getByText('Advanced search query is applied')).toBeVisible();
  });

  test('AS-10 AS-43: twenty thousand characters of serial numbers survive in the address', async () => {
    const { listCalls, router } = await openSearch();
    const serials = Array.from({ length: 1800 }, (_, index) => `CKL${String(index).padStart(6, '0')}`);
    await userEvent.fill(boxes.mfpIdentifiers(), serials.join(', '));
    await search().click();
    await expect.poll(() => listCalls().at(-1)?.body).toEqual({ mfpIdentifiers: serials, offset: 0, limit: 100 });
    expect(router.state.location.searchStr).toBe(''); // nothing of it is sent to a server as an address
    expect(router.state.location.hash.length).toBeGreaterThan(20_000);
  });

  test('AS-41: Enter searches from any box; while Search is disabled it does nothing', async () => {
    const { listCalls } = await openSearch();
    await userEvent.type(boxes.models(), '<a{Enter}');
    await userEvent.click(boxes.mfpIdentifiers());
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
    expect(listCalls()).toHaveLength(1);
    await userEvent.fill(boxes.models(), '45');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => listCalls().at(-1)?.body).toEqual({ models: ['45'], offset: 0, limit: 100 });
  });

  test('AS-41: in the large box Enter searches, Shift and Enter do not, and neither does the end of a composed word', async () => {
    const { listCalls } = await openSearch();
    await userEvent.type(boxes.mfpIdentifiers(), 'CKL1,');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}CKL2');
    await expect.element(boxes.mfpIdentifiers()).toHaveValue('CKL1,\nCKL2');
    const composed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true });
    boxes.mfpIdentifiers().element().dispatchEvent(composed);
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => listCalls().at(-1)?.body).toMatchObject({ mfpIdentifiers: ['CKL1', 'CKL2'] });
  });

  test('AS-08 AS-12: a pasted column becomes a list', async () => {
    await openSearch();
    await userEvent.type(boxes.mfpIdentifiers(), 'CKL0');
    const data = new DataTransfer();
    data.setData('text/plain', 'CKL1\r\nCKL2\r\nCKL3\r\n');
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    boxes.mfpIdentifiers().element().dispatchEvent(paste);
    await expect.element(boxes.mfpIdentifiers()).toHaveValue('CKL0, CKL1, CKL2, CKL3');
    await expect.element(search()).toBeEnabled();
  });

  test('AS-42: Cancel and Escape close without a search and drop what was typed', async () => {
    const { screen, listCalls } = await openSearch();
    const button = screen.getByRole('button', { name: 'Advanced Search' });
    for (const leave of [
      () => dialog().getByRole('button', { name: 'Cancel' }).click(),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      await userEvent.fill(boxes.models(), '45');
      await leave();
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(button).toHaveFocus();
      await button.click();
      await expect.element(boxes.models()).toHaveValue('');
    }
    expect(listCalls()).toHaveLength(1);
  });

  test('AS-42 AS-43: opened again from the notice the form shows the criteria in force', async () => {
    const criteria = { models: ['45', '65'], firmwareVersion: { matcher: 'lessThan' as const, versions: ['S310'] } };
    const { screen, listCalls } = await openPortal(
      { list: () => listAnswer(toDevices(0, 3)) },
      { path: `/devicelist#${toCriteriaHash(criteria)}` },
    );
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(boxes.models()).toHaveValue('45, 65');
    await expect.element(matcher()).toHaveValue('lessThan');
    await expect.element(boxes.firmware()).toHaveValue('S310');
    await search().click(); // the same once more asks the server once more
    await expect.poll(listCalls).toHaveLength(2);
    expect(listCalls()[1]?.body).toEqual({ ...criteria, offset: 0, limit: 100 });
  });
});
