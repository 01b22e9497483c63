import type { WorklistRowTexts } from '@platen/catalogue/texts/types';
import type { ReactNode } from 'react';
import { lazyTexts } from '../../platform/load-once.ts';
import { AddedTexts } from '../../ui/added-texts.tsx';

const loadRowTexts = lazyTexts<WorklistRowTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/worklist-row-ja-jp')
    : import('@platen/catalogue/texts/worklist-row-en-us'),
);

/** Adds the texts of an opened row and of the dialogs; until they are there, `fallback`. */
export function RowTexts({ fallback, children }: { readonly fallback?: ReactNode; readonly children: ReactNode }) {
  return (
    <AddedTexts load={loadRowTexts} placeholder={fallback}>
      {children}
    </AddedTexts>
  );
}
