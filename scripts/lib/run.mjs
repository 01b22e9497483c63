import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ends with a sentence a person can act on, without a stack. */
export class Stop extends Error {}

/** Runs `main`; a Stop prints its message alone, anything else its stack. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/**
 * Runs a command to its end with its output kept; prints `title` when it starts and, past two seconds, how
 * long it takes. Resolves to { code, output, seconds }.
 */
export async function runStep(title, command, args, options = {}) {
  const progress = showProgress(title);
  const result = await run(command, args, options);
  progress.end(result.code === 0 ? 'done' : 'failed');
  return result;
}

/**
 * Runs a command to its end, silently; resolves to { code, output, seconds }. `onLine` receives each line of
 * its error output, where the commands of Platen report their progress.
 */
export function run(command, args, { onLine, ...options } = {}) {
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    if (onLine !== undefined) createInterface({ input: child.stderr }).on('line', onLine);
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString(), seconds: (Date.now() - started) / 1000 }),
    );
  });
}

/** One line that says what is under way and, past two seconds, for how long; `note` adds how far it is. */
export function showProgress(title) {
  let note = '';
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const live = process.stdout.isTTY;
  process.stdout.write(live ? title : `${title}\n`);
  const timer = setInterval(
    () => {
      if (live) process.stdout.write(`\r\u001b[K${title} ${seconds()} s${note}`);
      else console.log(`  … ${title} ${seconds()} s${note}`);
    },
    live ? 500 : 5000,
  );
  // A program that breaks off before the end ends all the same.
  timer.unref();
  return {
    note(text) {
      note = `, ${text}`;
    },
    end(word) {
      clearInterval(timer);
      process.stdout.write(live ? `\r\u001b[K${title} ${word} (${seconds()} s)\n` : `  ${word} (${seconds()} s)\n`);
    },
  };
}
