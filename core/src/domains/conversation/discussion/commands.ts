import type { NoteBody, NoteData, StartedData } from './events.js'

import type { DiffPosition } from './position/index.js'
import type { Suggestion } from './suggestion/suggestion.js'

/** What a note suggests; left out where it suggests nothing, and where what it suggested stays. */
interface Suggesting {
  readonly suggestions?: ReadonlyArray<Suggestion>
}

export type DiscussionCommand =
  | ({ readonly type: 'Start'; readonly note: NoteData } & StartedData & Suggesting)
  /** Repeats a thread of another issue, from the note with this index on; nothing where a note of that index stands here already. */
  | ({ readonly type: 'Copy'; readonly notes: ReadonlyArray<NoteData>; readonly from: number } & StartedData)
  /** Its line is elsewhere now; nothing happens where it is no longer at `from`. */
  | { readonly type: 'Move'; readonly from: DiffPosition; readonly to: DiffPosition }
  /** A reply makes a thread of a note by itself. */
  | ({ readonly type: 'Reply'; readonly note: NoteData } & Suggesting)
  | ({
      readonly type: 'Edit'
      readonly noteId: number
      readonly body: NoteBody
      readonly mentionedIds: ReadonlyArray<number>
      readonly speaksOf?: NonNullable<NoteData['speaksOf']>
      readonly internal?: boolean
      readonly by: number
    } & Suggesting)
  | { readonly type: 'DeleteNote'; readonly noteId: number; readonly by: number }
  | { readonly type: 'Resolve'; readonly resolved: boolean; readonly by: number }
  | { readonly type: 'ResolveNote'; readonly noteId: number; readonly resolved: boolean; readonly by: number }
  /** Those that are not here, or are applied, are left out. */
  | {
      readonly type: 'ApplySuggestions'
      readonly suggestionIds: ReadonlyArray<number>
      readonly commitId: string
      readonly by: number
    }
