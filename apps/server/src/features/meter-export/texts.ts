import type { Locale } from '@platen/catalogue/locale';
import { meterFile as english } from '@platen/catalogue/texts/en-us/meter-file';
import { meterFile as japanese } from '@platen/catalogue/texts/ja-jp/meter-file';
import type { MeterFileTexts } from '@platen/catalogue/texts/types';

const texts: Readonly<Record<Locale, MeterFileTexts>> = { 'en-us': english, 'ja-jp': japanese };

/** The texts of files of meters in a language. */
export const exportTexts = (locale: Locale): MeterFileTexts => texts[locale];
