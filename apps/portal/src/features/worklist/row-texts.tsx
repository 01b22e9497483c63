import type { WorklistRowTexts } from '@platen/catalogue/texts/types';
import { type ReactNode, Suspense } from 'react';
import { lazyTexts } from '../../platform/load-texts.ts';
import { AddedTexts } from '../../ui/added-texts.tsx';

const loadRowTexts = lazyTexts<WorklistRowTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/worklist-row-ja-jp')
    : import('@platen/catalogue/texts/worklist-row-en-us'),
);

/** Adds the texts of an opened row and of the dialogs; until they are there, `fallback`. */
export function RowTexts({ fallback, children }: { readonly fallback?: ReactNode; readonly children: ReactNode }) {
  return (
    <Suspense fallback={fallback ?? null}>
      <AddedTexts load={loadRowTexts}>{children}</AddedTexts>
    </Suspense>
  );
}
