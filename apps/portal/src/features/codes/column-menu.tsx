import { useTranslations } from 'use-intl/react';
import { useArea } from '../../platform/state.ts';
import type { SettableKind } from '../../device/code-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { codeColumns, visibilityAreas } from './columns.ts';
import styles from './codes.module.css';

/** Which columns are shown, until logout (CD-17, OQ-75). The code itself always is. */
export function ColumnMenu({ kind }: { kind: SettableKind }) {
  const t = useTranslations('codes');
  const area = visibilityAreas[kind];
  const hidden = useArea(area);
  const toggle = (column: string) =>
    area.set(hidden.includes(column) ? hidden.filter((name) => name !== column) : [...hidden, column]);
  return (
    <Menu
      label={t('columnsUntilLogout')}
      items={[
        ...codeColumns
          .filter((column) => column !== 'main')
          .map((column) => ({
            key: column,
            label: t(`columns.${column}`),
            checked: !hidden.includes(column),
            onSelect: () => toggle(column),
          })),
        { key: 'all', label: t('showAll'), disabled: hidden.length === 0, onSelect: () => area.reset() },
      ]}
      renderTrigger={(props) => (
        <Button {...props}>
          <Icon name="columns" />
          {t('columnsMenu')}
          <Icon name="chevron" className={styles.chevron} />
        </Button>
      )}
    />
  );
}
