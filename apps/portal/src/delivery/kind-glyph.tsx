import type { ChannelKind } from '@platen/contract/channel-names';
import styles from './delivery.module.css';

const drawings: Readonly<Record<ChannelKind, string>> = {
  mail: 'M3 5h14v10.5H3zM3 5.5l7 5.5 7-5.5',
  webhook:
    'M12.3 5.5a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0M7.3 14a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0M17.3 14a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0M8.9 7.5L6.2 12M11.1 7.5l2.7 4.5M7.3 14h5.4',
  teams: 'M3.5 5h9v10h-9zM6 8h4M8 8v4.5M12.5 8h4v5.5a2.5 2.5 0 0 1-4 1',
  slack: 'M7 3.5v13M13 3.5v13M3.5 7h13M3.5 13h13',
};

/** The kind of a channel, for places whose own words name it. */
export function KindGlyph({ kind }: { readonly kind: ChannelKind }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[kind]} />
    </svg>
  );
}
