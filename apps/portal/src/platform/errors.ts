import { type ErrorState, noError, toStateOf } from './failure.ts';
import { logError } from './log.ts';
import { isRefusedLink } from './selected-device.ts';
import { closePopup, createArea, openPopup, popupArea } from './state.ts';

/** The error that the popup shows (AU-25). */
export const errorArea = createArea<ErrorState>('errorInformation', noError);

/** Codes that are no one panel's failure: the terms must be agreed first, and no device is selected. */
const termsNotAgreed = 200001;
const noDevice = 102003;

/**
 * Whether a failure opens the popup; all others are shown by the panel that failed, with Retry (OQ-84, OQ-26,
 * OQ-16).
 */
function decidePopup(state: ErrorState): boolean {
  if (isRefusedLink(state.errorCode)) return false;
  return state.isMoveToLogin || state.errorCode === termsNotAgreed || state.errorCode === noDevice;
}

/**
 * Opens the error popup. The first stays until closed; a forced-login code takes the place of one that is not
 * (OQ-59).
 */
export function showError(state: ErrorState): void {
  const isOpen = popupArea.get() === 'errorInformation';
  if (isOpen && (errorArea.get().isMoveToLogin || !state.isMoveToLogin)) return;
  errorArea.set(state);
  openPopup('errorInformation');
}

/**
 * Every failed call is reported here: its details are logged (OQ-58), and it opens the popup where it must.
 */
function reportError(state: ErrorState): void {
  logError(`call failed with ${state.errorCode}, status ${state.statusCode ?? 'none'}`, state.detail);
  if (decidePopup(state)) showError(state);
}

export const reportThrown = (thrown: unknown): void => reportError(toStateOf(thrown));

/** Takes the error off the screen and out of the state (PO-19). */
export function takeError(): ErrorState {
  const state = errorArea.get();
  errorArea.reset();
  closePopup();
  return state;
}
