import { stdout } from 'node:process';
import { readFolderState } from '../health/read-state.ts';
import { toConcerns, toStateText } from '../health/state-text.ts';
import { SettingsError } from '../platform/errors.ts';
import { exitCode } from './process-end.ts';

/** Shows the state of the collector of a data folder. Resolves to the exit code. */
export async function showStatus(folder: string, asJson: boolean): Promise<number> {
  const state = await readFolderState(folder);
  if (state === undefined)
    throw new SettingsError(`no collector has used ${folder}; choose another folder with --data FOLDER`);
  const concerns = toConcerns(state);
  stdout.write(asJson ? `${JSON.stringify({ ...state, concerns }, null, 2)}\n` : `${toStateText(state, new Date())}\n`);
  return concerns.length === 0 ? exitCode.done : exitCode.waiting;
}
