import { deviceList } from './en-us/device-list.ts';
import { downloads } from './en-us/downloads.ts';
import { worklist } from './en-us/worklist.ts';
import { worklistFile } from './en-us/worklist-file.ts';

/** The texts of the worklist as a file in English; for the server. */
export const texts = { deviceList, downloads, worklist, worklistFile } as const;
