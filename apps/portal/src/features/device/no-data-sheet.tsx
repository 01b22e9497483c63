import { useTranslations } from 'use-intl/react';
import { type DetailTab, detailTabs, type SecondScreenName, secondScreens } from '../../app/screens.ts';
import { Panel } from '../../ui/panel.tsx';
import { Sheet, span } from './sheet.tsx';

const titles = { ...detailTabs, ...secondScreens };

/** A screen that has no data: the words of any panel without some (OQ-123), and why. */
export function NoDataSheet({ title }: { title: DetailTab | SecondScreenName }) {
  const t = useTranslations('header.titles');
  const detail = useTranslations('detail');
  return (
    <Sheet>
      <Panel className={span(12)} title={t(titles[title])} state={{ kind: 'empty', hint: detail('later') }} />
    </Sheet>
  );
}
