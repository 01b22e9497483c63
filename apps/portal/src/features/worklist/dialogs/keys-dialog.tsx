import { useTranslations } from 'use-intl/react';
import styles from '../../../editing/dialogs.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { RowTexts } from '../row-texts.tsx';

/** The keys of the worklist (WL-61), in the order of the help. */
const keys = [
  ['move', ['j', 'k', '↓', '↑']],
  ['ends', ['g', 'G']],
  ['open', ['Enter', 'Esc']],
  ['select', ['x']],
  ['selectTo', ['⇧x']],
  ['acknowledge', ['e']],
  ['assign', ['a']],
  ['assignToMe', ['i']],
  ['plan', ['v']],
  ['snooze', ['s']],
  ['resolve', ['r', '1–5']],
  ['priority', ['p']],
  ['handOver', ['t']],
  ['note', ['n']],
  ['undo', ['u']],
  ['fold', ['←', '→']],
  ['views', ['1–9']],
  ['filter', ['f']],
  ['search', ['/']],
  ['health', ['h']],
  ['copy', ['.']],
  ['help', ['?']],
] as const;

/** All keys of the worklist. */
export const KeysDialog = (props: { readonly onClose: () => void }) => (
  <RowTexts>
    <Keys {...props} />
  </RowTexts>
);

function Keys({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('dialogs');
  return (
    <Dialog title={t('keys.title')} size="wide" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([name, caps]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {caps.map((cap) => (
                <kbd key={cap} className={styles.key}>
                  {cap}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{t('keys.off')}</p>
    </Dialog>
  );
}
