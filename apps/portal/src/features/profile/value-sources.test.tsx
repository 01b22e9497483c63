import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { panel, profilePath as path, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));

describe('where a value came from', () => {
  test('focus opens the card at once: source, raw value, rule, age and the way it took; Escape closes it', async () => {
    await renderDevice({ path });
    const figure = page.getByRole('button', { name: '1,284,306 source' });
    await expect.element(figure).toBeVisible();
    await userEvent.keyboard('{Tab}');
    figure.element().focus();
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('Printer, SNMP')).toBeVisible();
    for (const text of ['prtMarkerLifeCount.1.1 = 1284306', 'as reported', '18 min ago', 'Collector 03', 'Portal']) {
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(figure).toHaveAttribute('aria-describedby', card.element().id);
    await card.getByText('prtMarkerLifeCount.1.1 = 1284306').click();
    await expect.element(card).toBeVisible();
    await userEvent.hover(page.getByRole('banner'));
    await expect.element(card).not.toBeInTheDocument();
    document.body.focus();
    await userEvent.keyboard('{Tab}');
    figure.element().focus();
    await expect.element(card).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(card).not.toBeInTheDocument();
    expect(document.activeElement).toBe(figure.element());
  });

  test('hover opens it after a moment, the card itself can be entered, another card takes its place', async () => {
    await renderDevice({ path });
    const toner = await panel('Toner');
    await userEvent.hover(toner.getByRole('button', { name: '34% source' }));
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('level ÷ capacity, rounded down')).toBeVisible();
    await userEvent.hover(card);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect.element(card).toBeVisible();
    await userEvent.hover((await panel('Firmware')).getByRole('button', { name: 'S310SY0J1650 source' }));
    await expect.element(card.getByText('Device report')).toBeVisible();
    expect(document.querySelectorAll('[role=tooltip]')).toHaveLength(1);
  });

  test('a device that reports by itself has no collector on the way', async () => {
    await renderDevice({ path });
    const firmware = await panel('Firmware');
    await firmware.getByRole('button', { name: 'S310SY0J1650 source' }).click();
    const way = page.getByRole('list', { name: 'How this value was obtained' });
    await expect.element(way).toBeVisible();
    expect(way.element().querySelectorAll('li')).toHaveLength(2);
  });

  test('the card of a value without a recorded source, or whose sources did not load, states that', async () => {
    const { answers } = await renderDevice({
      path,
      answers: { ...richAnswers(), evidence: { status: 500, body: {} } },
    });
    await (await panel('Toner')).getByRole('button', { name: '34% source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('201000')).toBeVisible();
    answers['evidence'] = { body: { evidence: {} } };
    await page.getByRole('button', { name: 'Refresh' }).click();
    await (await panel('Toner')).getByRole('button', { name: '41% source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('No source is recorded for this value.')).toBeVisible();
  });

  test('a tap opens it as a sheet at the bottom, which Close and Escape shut and which gives the focus back', async () => {
    await renderDevice({ path });
    const figure = page.getByRole('button', { name: '1,284,306 source' });
    await expect.element(figure).toBeVisible();
    const tap = () => {
      const target = figure.element();
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
      if (target instanceof HTMLElement) target.focus();
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    };
    tap();
    const sheet = page.getByRole('dialog', { name: 'Source of Total pages' });
    await expect.element(sheet.getByText('as reported', { exact: true })).toBeVisible();
    expect(Math.round(sheet.element().getBoundingClientRect().bottom)).toBe(900);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(document.activeElement).toBe(figure.element());
    tap();
    await expect.element(sheet).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(document.querySelector('[role=tooltip]')).toBeNull();
  });
});
