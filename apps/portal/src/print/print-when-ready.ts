import { queryClient } from '../platform/query-client.ts';
import { preparePrint } from './prepare-print.ts';
import { runPrintSteps } from './print-steps.ts';

/** A screen that takes longer is printed as it is: its panels say that they are loading. */
const patienceMs = 20_000;
const stepMs = 50;
/** What stands below the first panels is drawn some pictures later. */
const calmMs = 300;

/** Something is on its way: a call, the table of the device codes, a panel that has not been drawn yet. */
const isLoading = (): boolean =>
  queryClient.isFetching() > 0 || document.querySelector('main [aria-busy="true"]:not(button)') !== null;

const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Opens the browser's print dialog once the screen has everything it shows. */
export async function printWhenReady(): Promise<void> {
  preparePrint();
  await Promise.race([runPrintSteps(), wait(patienceMs)]);
  let calm = 0;
  for (let waited = 0; waited < patienceMs && calm < calmMs; waited += stepMs) {
    await wait(stepMs);
    calm = isLoading() ? 0 : calm + stepMs;
  }
  window.print();
}
