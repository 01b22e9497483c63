import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly onSelect: () => void;
  /** Set for items that are switched on and off; such an item leaves the menu open. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
}

interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** The control that opens the menu; all given props belong on its button. */
  readonly renderTrigger: (props: MenuTriggerProps) => ReactNode;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * A menu button after the ARIA pattern: arrows, Home, End and first letters move, Escape and Tab close, focus
 * returns.
 */
export function Menu({ label, items, align = 'end', renderTrigger }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const readItems = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return undefined;
    list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (list.current?.contains(event.target) === true || button.current?.contains(event.target) === true) return;
      setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen, list, button]);

  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  };
  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    const found = readItems();
    const current = found.findIndex((item) => item === document.activeElement);
    const step = steps[event.key]?.(current, found.length);
    const letter = found.find(
      (item, index) => index > current && item.textContent.toLowerCase().startsWith(event.key.toLowerCase()),
    );
    const next = step === undefined ? (event.key.length === 1 ? letter : undefined) : found[step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const select = (item: MenuItem) => {
    if (item.disabled === true) return;
    if (item.checked === undefined) close();
    item.onSelect();
  };
  return (
    <span className={styles.anchor}>
      {renderTrigger({
        ref: button,
        onClick: () => setOpen(!isOpen),
        onKeyDown: onTriggerKey,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
      })}
      {isOpen && (
        <ul
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          className={classNames(styles.menu, styles[align])}
          onKeyDown={onListKey}
        >
          {items.map((item) => (
            <li key={item.key} role="none">
              <button
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={item.checked}
                aria-disabled={item.disabled}
                tabIndex={-1}
                className={styles.item}
                onClick={() => select(item)}
              >
                {item.checked !== undefined && (
                  <span className={classNames(styles.check, item.checked && styles.checked)} aria-hidden="true">
                    {item.checked && <Icon name="check" />}
                  </span>
                )}
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}
