import { useNavigate, useSearch } from '@tanstack/react-router';
import { logError } from '../platform/log.ts';
import styles from './view-switch.module.css';

/** A choice among several views of one screen, as pressed and not pressed buttons. */
export function ViewSwitch<View extends string>({
  label,
  views,
  view,
  onChange,
}: {
  readonly label: string;
  readonly views: readonly { readonly view: View; readonly label: string }[];
  readonly view: View;
  readonly onChange: (view: View) => void;
}) {
  return (
    <fieldset className={styles.switch} aria-label={label} data-print="none">
      {views.map((one) => (
        <button key={one.view} type="button" aria-pressed={one.view === view} onClick={() => onChange(one.view)}>
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}

/** A value of the address; setting it replaces the entry of the browser's history. */
export function useAddressValue(name: string): [value: string | undefined, set: (value: string | undefined) => void] {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const value = search[name];
  const set = (next: string | undefined) => {
    navigate({ to: '.', search: (before) => ({ ...before, [name]: next }), replace: true }).catch((thrown: unknown) =>
      logError(`setting ${name} of the address failed`, thrown),
    );
  };
  return [typeof value === 'string' ? value : undefined, set];
}
