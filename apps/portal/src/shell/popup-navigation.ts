import { closeError } from '../session/session.ts';
import { logError } from '../platform/log.ts';
import { closePopup, popupArea } from '../platform/popup.ts';

/**
 * Going to a page that needs no sign-in, or passing the check of one that does, closes any popup (PO-21, PO-22).
 * An error is closed as its Close button would.
 */
export function closePopupOnNavigation(): void {
  if (popupArea.get() !== 'errorInformation') {
    closePopup();
    return;
  }
  closeError().catch((thrown: unknown) => logError('closing the popup failed', thrown));
}
