import { readFileSync, statSync } from 'node:fs';
import { toErrorCode } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where container runtimes mount secrets; they are readable inside the container only, whatever their mode.
 */
const containerSecrets = '/run/secrets/';

/** Variable that names a file with the value of a secret setting. */
export const toFileVariable = (variable: string) => `${variable}_FILE`;

/**
 * Text of a secret setting: from the variable itself or from the file that `<variable>_FILE` names.
 * Throws a sentence that names the variable and the file, never the content.
 */
export function readSecret(env: Environment, variable: string): string | undefined {
  const file = readPath(env, variable);
  if (file === undefined) return env[variable];
  if ((env[variable] ?? '').trim() !== '')
    throw new Error(`both ${variable} and ${toFileVariable(variable)} are set; keep one of them`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${toFileVariable(variable)} names ${file}, which cannot be read (${toErrorCode(error) ?? 'unknown'})`,
      { cause: error },
    );
  }
  if (text.trim() === '') throw new Error(`${toFileVariable(variable)} names ${file}, which is empty`);
  return text;
}

/** One sentence for each secret file that every user of this machine may read. */
export function findExposedSecrets(env: Environment, variables: readonly string[]): string[] {
  return variables.flatMap((variable) => {
    const file = readPath(env, variable);
    if (file === undefined || file.startsWith(containerSecrets)) return [];
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & 0o004) === 0
      ? []
      : [
          `${file}, named by ${toFileVariable(variable)}, is readable by every user of this machine: chmod 0400 ${file}`,
        ];
  });
}

function readPath(env: Environment, variable: string): string | undefined {
  const file = env[toFileVariable(variable)]?.trim();
  return file === undefined || file === '' ? undefined : file;
}
