import { isKeyOf, toSupplyName, toSupplyPhrase } from '@platen/catalogue/supply-phrase';
import { componentOf } from '@platen/contract/advice';
import type { StatusReason } from '@platen/contract/devices';
import { useMessages, useTranslations } from 'use-intl/react';
import { useAgeText } from './use-age.ts';

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
