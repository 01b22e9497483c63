import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { logError } from '../platform/log.ts';
import { openPopup } from '../platform/state.ts';
import { closeSession } from '../session/session.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';

export interface UserMenuProps {
  /** Terms and not-found screens offer Logout only (HD-35, HD-38). */
  readonly isLogoutOnly: boolean;
  readonly isWide: boolean;
}

/** The dropdown of the user icon (HD-28, HD-30..HD-34, GN-09). */
export function UserMenu({ isLogoutOnly, isWide }: UserMenuProps) {
  const t = useTranslations('header');
  const navigate = useNavigate();
  const logout: MenuItem = {
    key: 'logout',
    label: t('menu.logout'),
    onSelect: () => {
      closeSession().catch((thrown: unknown) => logError('the logout failed', thrown));
    },
  };
  const information: MenuItem = {
    key: 'information',
    label: t('menu.information'),
    onSelect: () => openPopup('information'),
  };
  const terms: MenuItem = { key: 'terms', label: t('menu.terms'), onSelect: () => openPopup('terms') };
  const me: MenuItem = { key: 'me', label: t('titles.me'), onSelect: () => void navigate({ to: '/me' }) };
  const items = isLogoutOnly ? [logout] : isWide ? [terms, me, logout] : [information, terms, me, logout];
  return (
    <Menu
      label={t('userMenu')}
      items={items}
      renderTrigger={(props) => <IconButton tone="bezel" icon="user" label={t('userMenu')} {...props} />}
    />
  );
}
