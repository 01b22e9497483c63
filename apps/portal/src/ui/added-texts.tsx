import type { Locale } from '@platen/catalogue/locale';
import { type ReactNode, Suspense, use, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl/react';
import { environment } from '../platform/environment.ts';
import styles from './added-texts.module.css';
import { PanelBody } from './panel.tsx';

interface AddedTextsProps {
  /** Texts by language; the same promise for each call until one fails. */
  readonly load: (locale: Locale) => Promise<object>;
  readonly children: ReactNode;
}

/**
 * Adds texts that a screen loads for itself to those of the application; formats and the rest stay. Suspends
 * until they are there.
 */
export function AddedTexts({ load, children }: AddedTextsProps) {
  const texts = use(load(environment().locale));
  const common = useMessages();
  // The same messages at each drawing: with new ones all below would be drawn again.
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** A screen with texts of its own: the placeholders of this number of rows until they are there. */
export function ScreenWithTexts({ load, rows, children }: AddedTextsProps & { readonly rows: number }) {
  return (
    <Suspense fallback={<ScreenLoading rows={rows} />}>
      <AddedTexts load={load}>{children}</AddedTexts>
    </Suspense>
  );
}

/** A whole screen that is still loading. */
export function ScreenLoading({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.waiting}>
      <PanelBody state={{ kind: 'loading', rows }} />
    </div>
  );
}
