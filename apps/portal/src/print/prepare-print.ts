import './print.css';
import { toPageRule } from './page-foot.ts';

let isPrepared = false;

/** Where the portal is and what the time is, as of each printing. A sheet made by script: the content policy allows no style in the page. */
export function preparePrint(): void {
  if (isPrepared) return;
  isPrepared = true;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const write = () => {
    const now = new Date();
    const at = now.toLocaleString(document.documentElement.lang || undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    sheet.replaceSync(toPageRule(window.location.href, at));
  };
  write();
  window.addEventListener('beforeprint', write);
}
