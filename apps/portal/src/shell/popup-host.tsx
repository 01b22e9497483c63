import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { loadResource } from '../platform/lazy-resource.ts';
import { closePopup, popupArea, type PopupName } from '../platform/popup.ts';
import type { TitleKey } from '../platform/screens.ts';
import { useArea } from '../platform/state.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LazyFailure } from './lazy-failure.tsx';

/** The error popup, as the others, is code of its own; see `prefetchErrorPopup`. */
const loadErrorPopup = () => import('../features/error-popup/popup.tsx');

const popups = {
  information: lazyPopup(() => import('../features/information/popup.tsx'), 'InformationPopup'),
  errorInformation: lazyPopup(loadErrorPopup, 'ErrorPopup'),
  notification: lazyPopup(() => import('../features/notifications/popup.tsx'), 'NotificationPopup'),
  terms: lazyPopup(() => import('../features/terms/popup.tsx'), 'TermsPopup'),
  advancedSearch: lazyPopup(() => import('../features/advanced-search/popup.tsx'), 'AdvancedSearchPopup'),
} satisfies Record<PopupName, ComponentType>;

function lazyPopup<Name extends string>(load: () => Promise<Readonly<Record<Name, () => ReactNode>>>, name: Name) {
  return lazy(async () => {
    const Loaded: () => ReactNode = (await loadResource(load))[name];
    return { default: () => <Loaded /> };
  });
}

const titles = {
  information: 'information',
  errorInformation: 'errorInformation',
  notification: 'notification',
  terms: 'terms',
  advancedSearch: 'advancedSearch',
} as const satisfies Record<PopupName, TitleKey>;

/** The error popup must be there when the network is not: its code is fetched while all is well. */
export function prefetchErrorPopup(): Promise<unknown> {
  return loadErrorPopup();
}

/** Renders the one open popup (PO-01, PO-06). */
export function PopupHost() {
  const t = useTranslations('header.titles');
  const name = useArea(popupArea);
  if (name === 'none') return null;
  return (
    <PopupBoundary key={name} title={t(titles[name])}>
      <Suspense fallback={null}>
        <Popup name={name} />
      </Suspense>
    </PopupBoundary>
  );
}

/** The popup of a name; an unknown name shows 'No data' (PO-18). */
export function Popup({ name }: { readonly name: string }) {
  const t = useTranslations('popups');
  const Content = isPopupName(name) ? popups[name] : undefined;
  if (Content !== undefined) return <Content />;
  return (
    <Dialog title={t('noData')} size="narrow" onClose={closePopup}>
      <p>{t('noData')}</p>
    </Dialog>
  );
}

const isPopupName = (name: string): name is PopupName => Object.hasOwn(popups, name);

interface PopupBoundaryProps {
  /** Title of the dialog shown when the popup could not be loaded. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A popup whose code fails to load shows an error with 'Reload' (CN-19, OQ-122). */
export class PopupBoundary extends Component<PopupBoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Dialog title={this.props.title} onClose={closePopup}>
        <LazyFailure error={error} />
      </Dialog>
    );
  }
}
