import type { AdministrationTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { type ComponentType } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { type AdministrationSection, administrationSections } from '../../platform/administration-sections.ts';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { later } from '../../ui/later.tsx';
import { Link, TabStrip } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import styles from './administration.module.css';
import { TokensSection } from './tokens-section.tsx';

export const loadTexts = lazyTexts<AdministrationTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/administration-ja-jp')
    : import('@platen/catalogue/texts/administration-en-us'),
);

const waiting = <ScreenLoading rows={8} />;
/** What is shown of each section; one that is large is loaded with its first drawing. */
const contents: Readonly<Record<AdministrationSection, ComponentType>> = {
  organisations: later(async () => (await import('./organisations/section.tsx')).default, waiting),
  people: later(async () => (await import('./people/section.tsx')).default, waiting),
  devices: later(async () => (await import('./devices/section.tsx')).default, waiting),
  collectors: later(async () => (await import('./collectors/section.tsx')).default, waiting),
  siteCollectors: later(async () => (await import('./site-collectors/section.tsx')).default, waiting),
  tokens: TokensSection,
  partNumbers: later(async () => (await import('./part-numbers/section.tsx')).default, waiting),
  visitImport: later(async () => (await import('./visit-import-section.tsx')).default, waiting),
  meterCodes: later(async () => (await import('./meter-codes/section.tsx')).default, waiting),
  models: later(async () => (await import('./models/section.tsx')).default, waiting),
  notifications: later(async () => (await import('./notifications/section.tsx')).default, waiting),
  audit: later(async () => (await import('./audit/section.tsx')).default, waiting),
};

/** '/administration/{section}', without a section the first that the user has the right to. */
export function AdministrationScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <Sections />
    </ScreenWithTexts>
  );
}

function Sections() {
  const t = useTranslations('administration');
  const query = useQuery(meQuery);
  const [, , wanted = ''] = (useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '').split('/');
  if (query.data === undefined)
    return query.error === null ? <ScreenLoading rows={8} /> : <PanelBody state={toPanelState(query, 8)} />;
  const allowed = administrationSections.filter(({ right }) => can(query.data, right));
  const shown = wanted === '' ? allowed[0] : allowed.find(({ name }) => name === wanted);
  const Content = shown === undefined ? undefined : contents[shown.name];
  return (
    <>
      {allowed.length === 0 ? null : (
        <TabStrip className={styles.sections} aria-label={t('sections')}>
          {allowed.map((section) => (
            <Link
              key={section.name}
              to="/administration/$section"
              params={{ section: section.name }}
              aria-current={section === shown ? 'page' : undefined}
            >
              {t(section.name)}
            </Link>
          ))}
        </TabStrip>
      )}
      <div className={`page ${styles.page}`}>
        {Content === undefined ? <p className={styles.none}>{t('none')}</p> : <Content />}
      </div>
    </>
  );
}
