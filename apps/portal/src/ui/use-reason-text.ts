import { isKeyOf, toSupplyName, toSupplyPhrase } from '@platen/catalogue/supply-phrase';
import { componentOf } from '@platen/contract/advice';
import type { StatusReason } from '@platen/contract/devices';
import { useMessages, useTranslations } from 'use-intl/react';
import { useAgeText } from './use-dates.ts';

const isHours = /^\d{1,7}(\.\d+)?$/;

/** Message of a device code in the reader's language; undefined until it is loaded. */
export type CodeMessage = (code: string) => string | undefined;

/**
 * Texts of status reasons in the reader's language; one hook for a whole list of rows. A device code is its
 * message, or only named where `codeMessage` knows none. Fixed meanings (bits, supplies, silence) get ours;
 * alerts have the device's own text, which names tray and door better than a code of RFC 3805 could, and fall
 * back to the meaning of the code.
 */
export function useReasonFormat(codeMessage?: CodeMessage): (reason: StatusReason) => string {
  const t = useTranslations('status');
  const age = useAgeText();
  const known = useMessages().status;
  const texts: Readonly<Record<StatusReason['source'], (reason: StatusReason, own: string) => string>> = {
    deviceCode: ({ code }) => codeMessage?.(code) ?? t('deviceCode', { code }),
    detectedError: ({ code }) =>
      isKeyOf(known.detectedError, code) ? t(`detectedError.${code}`, { code }) : t('detectedError.other', { code }),
    alert: ({ code }, own) => {
      if (own !== '') return own;
      return isKeyOf(known.alert, code) ? t(`alert.${code}`, { code }) : t('alert.other', { code });
    },
    hrDevice: ({ code }) => (isKeyOf(known.hrDevice, code) ? t(`hrDevice.${code}`) : t('hrDevice.unknown')),
    supply: ({ code, severity, condition }, own) => {
      const name = toSupplyName(code);
      const supply = name === undefined ? own || t('supplyName.other') : t(`supplyName.${name}`);
      return t(`supply.${condition ?? toSupplyPhrase(name, severity)}`, { supply });
    },
    noReport: ({ code }) =>
      isHours.test(code) ? t('noReport', { age: age.duration(Number(code) * 3_600_000) }) : t('status.offline'),
    notReported: () => t('notReported'),
    sign: ({ code }) => t(`sign.${componentOf(code) ?? 'other'}`),
    code: ({ code }) => t('codeAlert', { code }),
    serviceCalls: ({ code, count = 0 }) =>
      code === '' ? t('serviceCallsOfAny', { count }) : t('serviceCalls', { code, count }),
    maintenance: ({ count = 0 }) => t('partsOverdue', { count }),
    counterBreak: () => t('counterBreak'),
  };
  return (reason) => texts[reason.source](reason, reason.text?.trim() ?? '');
}

/**
 * Text of one reason (`Paper jam`, `Black toner low`, `no report for 23 d`); undefined where there is none.
 */
export function useReasonText(reason: StatusReason | null | undefined): string | undefined {
  const format = useReasonFormat();
  return reason === null || reason === undefined ? undefined : format(reason);
}

/**
 * What the device itself reports about it, in addition to our text (`words`): each text once, and none that
 * only repeats a part of another.
 */
export function toOwnTexts({ text, also = [] }: StatusReason, ours: string): string[] {
  const texts = [text, ...also.map((one) => one.text)].flatMap((one) => one?.trim() || []);
  const distinct = [...new Set(texts)];
  const repeats = (one: string, other: string) => other !== one && other.toLowerCase().includes(one.toLowerCase());
  return distinct.filter((one) => one !== ours && ![ours, ...distinct].some((other) => repeats(one, other)));
}

/**
 * Words for a cause of a stop, `drum.yellow`: its component, and which one of several. One without a text is
 * named by its key.
 */
export function useCauseName(): (item: string) => string {
  const { color: colors } = useMessages().common;
  // Those of the device screens may come after the first drawing.
  const known: Partial<ReturnType<typeof useMessages>> = useMessages();
  const components = known.failureSign?.component;
  const t = useTranslations();
  return (item) => {
    const [component = '', unit] = item.split('.');
    if (component === 'serviceCalls' || component === 'unexplained') return t(`figures.stopRisk.${component}`);
    const name =
      components !== undefined && isKeyOf(components, component) ? t(`failureSign.component.${component}`) : component;
    if (unit === undefined) return name;
    return t('figures.stopRisk.causeOf', {
      name,
      unit: isKeyOf(colors, unit) ? t(`common.color.${unit}`) : unit,
    });
  };
}
