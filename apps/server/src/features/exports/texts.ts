import { deviceMessage } from '@platen/catalogue/device-codes/device-codes';
import { fillMessage } from '@platen/catalogue/fill-message';
import type { Locale } from '@platen/catalogue/locale';
import { isKeyOf, toSupplyName, toSupplyPhrase } from '@platen/catalogue/supply-phrase';
import { common as commonEnglish } from '@platen/catalogue/texts/en-us/common';
import { deviceList as deviceListEnglish } from '@platen/catalogue/texts/en-us/device-list';
import { downloads as downloadsEnglish } from '@platen/catalogue/texts/en-us/downloads';
import { judged as judgedEnglish } from '@platen/catalogue/texts/en-us/figures';
import { status as statusEnglish } from '@platen/catalogue/texts/en-us/status';
import { common as commonJapanese } from '@platen/catalogue/texts/ja-jp/common';
import { deviceList as deviceListJapanese } from '@platen/catalogue/texts/ja-jp/device-list';
import { downloads as downloadsJapanese } from '@platen/catalogue/texts/ja-jp/downloads';
import { judged as judgedJapanese } from '@platen/catalogue/texts/ja-jp/figures';
import { status as statusJapanese } from '@platen/catalogue/texts/ja-jp/status';
import type { DeviceTexts, Texts } from '@platen/catalogue/texts/types';
import { componentOf } from '@platen/contract/advice';
import type { DeviceListItem, StatusReason } from '@platen/contract/devices';

interface ExportTexts {
  readonly deviceList: Pick<Texts['deviceList'], 'columns'>;
  readonly downloads: DeviceTexts['downloads'];
  readonly judged: Pick<DeviceTexts['judged'], 'verdict'>;
  readonly status: Texts['status'];
  readonly common: Pick<Texts['common'], 'duration' | 'notReported'>;
}

const texts: Readonly<Record<Locale, ExportTexts>> = {
  'en-us': {
    deviceList: deviceListEnglish,
    downloads: downloadsEnglish,
    judged: judgedEnglish,
    status: statusEnglish,
    common: commonEnglish,
  },
  'ja-jp': {
    deviceList: deviceListJapanese,
    downloads: downloadsJapanese,
    judged: judgedJapanese,
    status: statusJapanese,
    common: commonJapanese,
  },
};

/** The texts of an export in a language. */
export const textsOf = (locale: Locale): ExportTexts => texts[locale];

/**
 * The text next to the status on the screen: the most severe reason, then the message of the panel code; may
 * be empty.
 */
export function toReasonText({ statusReason, deviceCode }: DeviceListItem, locale: Locale): string {
  const isCode = statusReason?.source === 'deviceCode';
  const code = isCode ? statusReason.code : deviceCode;
  const texts = [
    statusReason === null || isCode ? '' : toWords(statusReason, locale),
    code === null ? '' : deviceMessage(code, locale),
    isCode ? (statusReason.text?.trim() ?? '') : '',
  ];
  return [...new Set(texts.filter((one) => one !== '' && one !== '-'))].join(' · ');
}

/** The words of each kind of reason; `own` is the device's own text. */
const say: Readonly<Record<StatusReason['source'], (reason: StatusReason, own: string, locale: Locale) => string>> = {
  deviceCode: ({ code }, _own, locale) => fillMessage(textsOf(locale).status.deviceCode, { code }, locale),
  detectedError: ({ code }, _own, locale) => pick(textsOf(locale).status.detectedError, code, locale),
  alert: ({ code }, own, locale) => own || pick(textsOf(locale).status.alert, code, locale),
  hrDevice: ({ code }, _own, locale) => {
    const { hrDevice } = textsOf(locale).status;
    return isKeyOf(hrDevice, code) ? hrDevice[code] : hrDevice.unknown;
  },
  supply: ({ code, severity, condition }, own, locale) => {
    const { supply: phrases, supplyName } = textsOf(locale).status;
    const name = toSupplyName(code);
    const supply = name === undefined ? own || supplyName.other : supplyName[name];
    return fillMessage(phrases[condition ?? toSupplyPhrase(name, severity)], { supply }, locale);
  },
  noReport: ({ code }, _own, locale) => {
    const { status, common } = textsOf(locale);
    const hours = Number(code);
    const [unit, count] = hours < 48 ? (['hours', hours] as const) : (['days', Math.floor(hours / 24)] as const);
    return fillMessage(status.noReport, { age: fillMessage(common.duration[unit], { count }, locale) }, locale);
  },
  notReported: (_reason, _own, locale) => textsOf(locale).status.notReported,
  sign: ({ code }, _own, locale) => fillMessage(textsOf(locale).status.sign[componentOf(code) ?? 'other'], {}, locale),
  code: ({ code }, _own, locale) => fillMessage(textsOf(locale).status.codeAlert, { code }, locale),
  serviceCalls: ({ code, count = 0 }, _own, locale) => {
    const { serviceCalls, serviceCallsOfAny } = textsOf(locale).status;
    return fillMessage(code === '' ? serviceCallsOfAny : serviceCalls, { code, count }, locale);
  },
  maintenance: ({ count = 0 }, _own, locale) => fillMessage(textsOf(locale).status.partsOverdue, { count }, locale),
  counterBreak: (_reason, _own, locale) => textsOf(locale).status.counterBreak,
};

const toWords = (reason: StatusReason, locale: Locale): string =>
  say[reason.source](reason, reason.text?.trim() ?? '', locale);

/** The meaning of a code, or the sentence for one the texts do not name. */
const pick = (table: Readonly<Record<string, string>> & { readonly other: string }, code: string, locale: Locale) =>
  fillMessage((isKeyOf(table, code) ? table[code] : undefined) ?? table.other, { code }, locale);
