import type { Brand } from './brands.ts';
import styles from './logo.module.css';
import { Mark } from './mark.tsx';

/** Mark and name of the brand (BR-09). */
export function Logo({ brand }: { readonly brand: Brand }) {
  return (
    <p className={styles.logo}>
      <Mark brand={brand.id} />
      <span>{brand.title}</span>
    </p>
  );
}
