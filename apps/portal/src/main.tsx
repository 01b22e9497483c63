import './styles/tokens.css';
import './styles/base.css';
import { chooseLocale } from '@platen/catalogue/locale';
import { fetchScreenEarly } from './shell/early-screen.ts';
import { loadTexts } from './platform/load-texts.ts';
import { showStartFailure } from './shell/start-failure.ts';
import { storedSessionKey } from './session/stored-session.ts';

// Small on purpose: texts and screen are on their way while the portal's own code still arrives.
const locale = chooseLocale(navigator.languages);
const texts = loadTexts(locale);
const started = import('./shell/start.tsx').then(({ start }) => start(locale, texts));
fetchScreenEarly(window.location.pathname, localStorage.getItem(storedSessionKey) !== null);
Promise.all([started, texts]).catch((thrown: unknown) => showStartFailure(document, thrown));
