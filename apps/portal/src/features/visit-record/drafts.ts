import { emptyDraft, type RecordDraft } from './record-model.ts';

interface Place {
  readonly visitId: string;
  readonly deviceId: string;
}

const drafts = new Map<string, RecordDraft>();
const keyOf = ({ visitId, deviceId }: Place): string => `${visitId} ${deviceId}`;

/** What was entered of a device so far: leaving the form for the pack and coming back loses nothing. */
export const readDraft = (place: Place): RecordDraft =>
  drafts.get(keyOf(place)) ?? emptyDraft(new Date().toISOString());

export function writeDraft(place: Place, draft: RecordDraft | undefined): void {
  if (draft === undefined) drafts.delete(keyOf(place));
  else drafts.set(keyOf(place), draft);
}
