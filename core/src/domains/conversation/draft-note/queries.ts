import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { DraftNoteData } from './aggregate.js'

/** A draft note in the read model. */
export interface DraftNoteRow extends DraftNoteData {
  readonly id: number
}

/** Whose drafts on which merge request. */
export interface DraftsOf {
  readonly mergeRequestId: number
  readonly authorId: number
}

/** The queries of draft notes. */
export interface DraftNoteQueries {
  readonly find: (of: DraftsOf, id: number) => DraftNoteRow | undefined
  /** By id. */
  readonly list: (of: DraftsOf, page: PageRequest) => Page<DraftNoteRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly draftNotes: DraftNoteQueries
  }
}
