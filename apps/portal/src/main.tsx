import './styles/tokens.css';
import './styles/base.css';
import { chooseLocale } from '@platen/catalogue/locale';
import { loadTexts } from './app/load-texts.ts';
import { showStartFailure } from './app/start-failure.ts';

// Small on purpose: the texts of the user's language are on their way while the portal's code still arrives.
const locale = chooseLocale(navigator.languages);
Promise.all([import('./app/start.tsx'), loadTexts(locale)])
  .then(([{ start }, texts]) => start(locale, texts))
  .catch((thrown: unknown) => showStartFailure(document, thrown));
