import type { NoteBody, NoteData, StartedData } from './events.js'

import type { DiffPosition } from './position/index.js'
import type { Suggestion } from './suggestion/suggestion.js'

/** The suggestions of a note; omitted where it has none, and where they stay the same. */
interface Suggesting {
  readonly suggestions?: ReadonlyArray<Suggestion>
}

export type DiscussionCommand =
  | ({ readonly type: 'Start'; readonly note: NoteData } & StartedData & Suggesting)
  /** Copies a thread from another issue, from the note with this index on; nothing where the discussion has a note of that index already. */
  | ({ readonly type: 'Copy'; readonly notes: ReadonlyArray<NoteData>; readonly from: number } & StartedData)
  /** Moves the discussion to the new position of its line; nothing where it is no longer at `from`. */
  | { readonly type: 'Move'; readonly from: DiffPosition; readonly to: DiffPosition }
  /** A reply turns an individual note into a thread. */
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
  /** Suggestions that are unknown or applied are ignored. */
  | {
      readonly type: 'ApplySuggestions'
      readonly suggestionIds: ReadonlyArray<number>
      readonly commitId: string
      readonly by: number
    }
