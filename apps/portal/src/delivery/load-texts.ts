import type { DeliveryTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../platform/load-once.ts';

/** The texts of channels, subscriptions and the log. */
export const loadDeliveryTexts = lazyTexts<DeliveryTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/delivery-ja-jp')
    : import('@platen/catalogue/texts/delivery-en-us'),
);
