import { chooseLocale } from '@platen/catalogue/locale';
import { loadTexts } from './platform/load-texts.ts';
import { logError } from './platform/log.ts';
import { findScreen, isDeviceScreen } from './platform/screens.ts';
import { languageKey, storedSessionKey } from './session/stored-session.ts';
import { screenModules } from './shell/screen-modules.ts';
import './styles/base.css';
import './styles/tokens.css';

function loadScreen(path: string): Promise<unknown> | undefined {
  const name = findScreen(path);
  if (name === undefined) return undefined;
  if (!isDeviceScreen(name)) return screenModules[name]();
  return Promise.all([screenModules.deviceFrame(), screenModules[name === 'profile' ? 'profile' : 'tabHost']()]);
}

const loadSignIn = () => Promise.all([import('./session/oidc.ts'), screenModules.login()]);

/**
 * Begins to fetch what the address will most likely show, while the router's own code still arrives.
 * A wrong guess costs one file: the router decides, and reports what it cannot load.
 */
function fetchScreenEarly(pathname: string, isLikelySignedIn: boolean): void {
  const path = pathname.split('/').at(-1) ?? '';
  const loading = isLikelySignedIn || path.toLowerCase() === 'callback' ? loadScreen(path) : loadSignIn();
  loading?.catch(() => undefined);
}

/**
 * Shown when not even the texts arrived; therefore in both languages and without any of the portal's code.
 */
function showStartFailure(page: Document, thrown: unknown): void {
  logError('the portal could not start', thrown);
  const container = page.getElementById('root');
  if (container === null) return;
  const box = page.createElement('div');
  box.className = 'page';
  box.setAttribute('role', 'alert');
  for (const line of ['The portal could not be loaded.', 'ポータルを読み込めませんでした。']) {
    const text = page.createElement('p');
    text.textContent = line;
    box.append(text);
  }
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload / 再読み込み';
  button.addEventListener('click', () => window.location.reload());
  box.append(button);
  container.replaceChildren(box);
}

// Small on purpose: texts and screen are on their way while the portal's own code still arrives.
const locale = chooseLocale([localStorage.getItem(languageKey) ?? '', ...navigator.languages]);
const texts = loadTexts(locale);
const started = import('./shell/start.tsx').then(({ start }) => start(locale, texts));
fetchScreenEarly(window.location.pathname, localStorage.getItem(storedSessionKey) !== null);
Promise.all([started, texts]).catch((thrown: unknown) => showStartFailure(document, thrown));
