import { useTranslations } from 'use-intl/react';
import { isFeedSource } from './to-feed-rows.ts';

/** A counter in words: `pages.total`, `source.CST1`, `scan.large`; one that the screen does not know keeps its own name. */
export function useCounterName(): (key: string) => string {
  const t = useTranslations('counter');
  return (key) => {
    const [group, name = ''] = key.split('.');
    if (group === 'pages' && (name === 'total' || name === 'black' || name === 'color')) return t(`kind.${name}`);
    if (group === 'source' && isFeedSource(name)) return t(`source.${name}`);
    if (group === 'scan' && (name === 'large' || name === 'small')) return `${t('scan.title')}, ${t(`scan.${name}`)}`;
    return key;
  };
}
