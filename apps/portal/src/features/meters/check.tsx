import styles from './meters.module.css';

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
}

/** A box to tick with its label. */
export function Check({ label, isOn, onChange, disabled = false }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
