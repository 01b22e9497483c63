import type { RecordDraft } from '../../offline/record-draft.ts';
import type { RecordSubject } from './to-subject.ts';

/** What each part of the form gets. */
export interface FormPartProps {
  readonly subject: RecordSubject;
  readonly draft: RecordDraft;
  readonly onChange: (draft: RecordDraft) => void;
  readonly itemName: (item: string) => string;
}
