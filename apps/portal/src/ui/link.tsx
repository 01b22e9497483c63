import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import styles from './tab-strip.module.css';

/** A link inside the portal; a screen's code is fetched when the pointer or the focus comes near. */
export { Link } from '@tanstack/react-router';

interface ButtonAnchorProps extends ComponentPropsWithRef<'a'> {
  readonly variant?: 'default' | 'primary' | 'quiet' | 'link';
}

function ButtonAnchor({ variant = 'default', className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a className={classNames(buttonStyles.button, buttonStyles[variant], className)} {...rest}>
      {children}
    </a>
  );
}

/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

/**
 * A line of links to the views of one thing, the shown one marked by `aria-current`. They are routes, so no
 * ARIA tabs.
 */
export function TabStrip({ className, ...rest }: ComponentPropsWithRef<'nav'>) {
  return <nav className={classNames(styles.strip, className)} {...rest} />;
}
