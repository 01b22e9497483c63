import { deviceList } from './ja-jp/device-list.ts';
import { downloads } from './ja-jp/downloads.ts';
import { worklist } from './ja-jp/worklist.ts';
import { worklistFile } from './ja-jp/worklist-file.ts';
import type { WorklistFileTexts } from './types.ts';

/** As `worklist-file-en-us.ts`, in Japanese. */
export const texts: WorklistFileTexts = { deviceList, downloads, worklist, worklistFile };
