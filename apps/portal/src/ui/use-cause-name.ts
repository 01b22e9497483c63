import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { useMessages, useTranslations } from 'use-intl/react';

/**
 * Words for a cause of a stop, `drum.yellow`: its component, and which one of several. One without a text is
 * named by its key.
 */
export function useCauseName(): (item: string) => string {
  const { color: colors } = useMessages().common;
  const { component: components } = useMessages().failureSign;
  const t = useTranslations();
  return (item) => {
    const [component = '', unit] = item.split('.');
    if (component === 'serviceCalls') return t('figures.stopRisk.serviceCalls');
    const name = isKeyOf(components, component) ? t(`failureSign.component.${component}`) : component;
    if (unit === undefined) return name;
    return t('figures.stopRisk.causeOf', {
      name,
      unit: isKeyOf(colors, unit) ? t(`common.color.${unit}`) : unit,
    });
  };
}
