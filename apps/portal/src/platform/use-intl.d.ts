import type { formats, Locale } from '@platen/catalogue/locale';
import type { EnglishTexts } from '@platen/catalogue/texts/types';

// Typed keys and arguments: a text that does not exist, or lacks a value it names, is a compile error.
declare module 'use-intl' {
  interface AppConfig {
    Messages: EnglishTexts;
    Locale: Locale;
    Formats: (typeof formats)['en-us'];
  }
}
