import type { Locale } from '@platen/catalogue/locale';
import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl/react';
import { environment } from '../platform/environment.ts';
import type { Loading } from '../platform/load-once.ts';
import styles from './added-texts.module.css';
import { useLoaded } from './later.tsx';
import { PanelBody } from './panel.tsx';

interface AddedTextsProps {
  /** Texts by language; the same for each call until loading fails. */
  readonly load: (locale: Locale) => Loading<object>;
  /** Until the texts are there. */
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

/** Adds texts that a screen loads for itself to those of the application; formats and the rest stay. */
export function AddedTexts({ load, placeholder = null, children }: AddedTextsProps) {
  const texts = useLoaded(load(environment().locale));
  const common = useMessages();
  const locale = useLocale();
  // The same messages at each drawing: with new ones all below would be drawn again.
  const messages = useMemo(() => ({ ...common, ...texts }), [common, texts]);
  if (texts === undefined) return placeholder;
  return (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  );
}

/** A screen with texts of its own: the placeholders of this number of rows until they are there. */
export function ScreenWithTexts({ rows, ...props }: AddedTextsProps & { readonly rows: number }) {
  return <AddedTexts placeholder={<ScreenLoading rows={rows} />} {...props} />;
}

/** A whole screen that is still loading. */
export function ScreenLoading({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.waiting}>
      <PanelBody state={{ kind: 'loading', rows }} />
    </div>
  );
}
