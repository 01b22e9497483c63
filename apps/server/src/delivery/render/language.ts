import { fillMessage } from '@platen/catalogue/fill-message';
import { createHeadline } from '@platen/catalogue/headline';
import { toHeadlineLanguage } from '@platen/catalogue/headline-language';
import { intlTag } from '@platen/catalogue/locale';
import { partWords } from '@platen/catalogue/part-words';
import { toRuleLanguage } from '@platen/catalogue/rule-language';
import { createRuleWords } from '@platen/catalogue/rule-sentence';
import { isKeyOf, toSupplyName } from '@platen/catalogue/supply-phrase';
import { headlines as headlinesEnglish } from '@platen/catalogue/texts/en-us/headlines';
import { ledger as ledgerEnglish } from '@platen/catalogue/texts/en-us/ledger';
import { messages as english } from '@platen/catalogue/texts/en-us/messages';
import { headlines as headlinesJapanese } from '@platen/catalogue/texts/ja-jp/headlines';
import { ledger as ledgerJapanese } from '@platen/catalogue/texts/ja-jp/ledger';
import { messages as japanese } from '@platen/catalogue/texts/ja-jp/messages';
import type { LedgerTexts, MessageTexts } from '@platen/catalogue/texts/types';
import { splitMeter } from '@platen/contract/meter-names';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { isSupply } from '@platen/diagnosis/pack/bring';
import type { MessageCondition, MessageForm, MessageItem, MessagePart } from '../message.ts';

type Values = Readonly<Record<string, string | number>>;

/** The words of messages in one language, and its forms of dates in one zone. */
export interface MessageWords {
  readonly lang: 'en-US' | 'ja-JP';
  readonly texts: MessageTexts;
  readonly fill: (text: string, values?: Values) => string;
  readonly headline: (condition: MessageCondition) => string;
  /** A part to bring: name, code, pieces where they are several, and its number where it is known. */
  readonly part: (part: MessagePart) => string;
  readonly kind: (kind: ConditionKind) => string;
  /** A meter, with its unit where that is no impressions. */
  readonly meter: (meter: string) => string;
  readonly corrections: LedgerTexts['ledger']['corrections'];
  /** What a rule does, in one sentence; undefined: it cannot be stated. */
  readonly rule: (rule: NonNullable<MessageItem['rule']>) => string | undefined;
  /** An instant with weekday, day and time; a day (`YYYY-MM-DD`) without time. */
  readonly moment: (iso: string) => string;
  /** The weekday of an instant. */
  readonly weekday: (iso: string) => string;
  readonly clock: (iso: string) => string;
}

const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** A text that is no time, of a condition of old or of a rule, is shown as it is. */
const write = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format.format(at);
};
const isDay = (iso: string) => iso.length === 10;

export function toMessageWords({ language, zone }: MessageForm): MessageWords {
  // Day before month, and the month as a word: neither is taken for the other.
  const dates = language === 'ja-jp' ? 'ja-JP' : 'en-GB';
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { ...options, timeZone: zone });
  const [moments, clocks, weekdays] = [inZone({ ...day, ...clock }), inZone(clock), inZone({ weekday: 'long' })];
  const days = new Intl.DateTimeFormat(dates, { ...day, timeZone: 'UTC' });
  const daysInZone = inZone(day);
  const texts = language === 'ja-jp' ? japanese : english;
  const headlines = language === 'ja-jp' ? headlinesJapanese : headlinesEnglish;
  const ledger: LedgerTexts['ledger'] = language === 'ja-jp' ? ledgerJapanese : ledgerEnglish;
  const spoken = toHeadlineLanguage(language, (iso) => write(isDay(iso) ? days : daysInZone, iso));
  const supply = (subject: string) => {
    const [type = '', colour] = subject.split('.');
    const word = spoken.status(`supplyName.${subject === 'waste' ? 'wasteToner' : (toSupplyName(type) ?? 'other')}`);
    if (colour === undefined) return word;
    return `${word} ${isKeyOf(spoken.known.common.color, colour) ? spoken.common(`color.${colour}`) : colour}`;
  };
  const rules = createRuleWords(toRuleLanguage(language));
  return {
    lang: intlTag(language),
    texts,
    fill: (text, values = {}) => fillMessage(text, values, language),
    headline: createHeadline(spoken),
    part: ({ item, pieces, name, number }) => {
      const code = /^\d{4}$/.test(item) ? item : undefined;
      const known = isSupply(item) ? supply(item.replace(/^(toner|supply)\./, '')) : partWords(item, language);
      const words = [name ?? known ?? item, (name ?? known) ? code : undefined].filter(Boolean).join(' ');
      return [words, pieces === 1 ? '' : ` × ${pieces}`, number === null ? '' : ` (${number})`].join('');
    },
    kind: (kind) => headlines.kinds[kind],
    meter: (meter) => {
      const { name, unit } = splitMeter(meter);
      const key = name.replaceAll('.', '');
      const text = isKeyOf(ledger.meterNames, key) ? ledger.meterNames[key] : name;
      return unit === 'impressions' ? text : `${text} (${unit})`;
    },
    corrections: ledger.corrections,
    rule: rules.sentence,
    moment: (iso) => write(isDay(iso) ? days : moments, iso),
    weekday: (iso) => write(weekdays, iso),
    clock: (iso) => write(clocks, iso),
  };
}
