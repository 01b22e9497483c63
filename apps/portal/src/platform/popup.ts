import { createArea } from './state.ts';

/** Exactly one of these is open, or none (PO-01, PO-02, PO-06). */
export const popupNames = ['information', 'errorInformation', 'notification', 'terms', 'advancedSearch'] as const;
export type PopupName = (typeof popupNames)[number];

export const popupArea = createArea<PopupName | 'none'>('popup', 'none');

/** Opens a popup in place of any other; an error stays until it is closed (OQ-59). */
export function openPopup(name: PopupName): void {
  if (popupArea.get() === 'errorInformation' && name !== 'errorInformation') return;
  popupArea.set(name);
}

export function closePopup(): void {
  popupArea.reset();
}
