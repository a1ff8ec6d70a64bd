import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { IssuableType } from '../../issuable/event-fields.js'
import type { SystemNote } from '../activity/activity.js'
import type { NoteBody } from './events.js'
import type { DiffPosition } from './position/index.js'
import type { Suggestion } from './suggestion/suggestion.js'

export interface DiscussionRow {
  /** 40 hexadecimal digits. */
  readonly id: string
  readonly individual: boolean
  /** Undefined where it is not about lines. */
  readonly diff: { readonly position: DiffPosition; readonly commitId: string | null } | undefined
}

/** A note in the read model, with what has to be known of its discussion. */
export interface NoteRow {
  readonly id: number
  readonly discussion: DiscussionRow
  readonly projectId: number
  readonly noteableType: IssuableType
  readonly noteableId: number
  readonly authorId: number
  readonly body: NoteBody
  readonly internal: boolean
  /** What the forge itself says here; undefined for what people say. */
  readonly system: SystemNote | undefined
  readonly resolvedBy: number | null
  readonly resolvedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A suggestion in the read model. */
export interface SuggestionRow extends Suggestion {
  readonly noteId: number
  readonly discussionId: string
  /** The commit that applied it; null as long as none has. */
  readonly commitId: string | null
}

/** Things of a kind in another project. */
export interface CrossProjectSource {
  readonly by: IssuableType
  readonly projectId: number
}

/** A confidential issue, by its number in its project. */
export interface ConfidentialSource {
  readonly by: 'Issue'
  /** As the notes have it: null where it is the project of what they are about. */
  readonly projectId: number | null
  readonly iid: number
}

/** What somebody may see among the notes of a thing. */
export interface NoteVisibility {
  /** Internal ones too. */
  readonly internal: boolean
  /** Whether mentions by merge requests are included. */
  readonly mergeRequests: boolean
  /** That these things speak of it is hidden. */
  readonly hidden: ReadonlyArray<CrossProjectSource | ConfidentialSource>
}

/** Which notes a list is to have. */
export interface NoteFilter extends NoteVisibility {
  readonly noteableType: IssuableType
  readonly noteableId: number
  /** Only what people say, or only what the forge says. */
  readonly only?: 'comments' | 'activity' | undefined
  readonly orderBy: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
}

/** What can be asked of discussions and notes. */
export interface DiscussionQueries {
  /** Whatever it is about. */
  readonly noteById: (id: number) => NoteRow | undefined
  readonly note: (type: IssuableType, noteableId: number, noteId: number) => NoteRow | undefined
  readonly notes: (filter: NoteFilter, page: PageRequest) => Page<NoteRow>
  /** Discussions of a thing, oldest first, by id. */
  readonly list: (of: Omit<NoteFilter, 'orderBy' | 'sort'>, page: PageRequest) => Page<string>
  /** The notes of one discussion, oldest first; none where it is not of that thing. */
  readonly thread: (type: IssuableType, noteableId: number, discussionId: string) => ReadonlyArray<NoteRow>
  /** The notes of several at once, by discussion, each oldest first. */
  readonly threads: (
    type: IssuableType,
    noteableId: number,
    discussionIds: ReadonlyArray<string>,
  ) => ReadonlyMap<string, ReadonlyArray<NoteRow>>
  /** Discussions about lines of a merge request's diff. */
  readonly onLines: (mergeRequestId: number) => ReadonlyArray<{ readonly id: string; readonly position: DiffPosition }>
  /** What a note suggests, in the order of its text. */
  readonly suggestionsOf: (noteId: number) => ReadonlyArray<SuggestionRow>
  /** Suggestions by their numbers, in the order of these; those that are gone are left out. */
  readonly suggestions: (ids: ReadonlyArray<number>) => ReadonlyArray<SuggestionRow>
  /** From where else something speaks of a thing. */
  readonly crossProjectSources: (type: IssuableType, noteableId: number) => ReadonlyArray<CrossProjectSource>
  /** Confidential issues that speak of a thing, or are its duplicates or what it is a duplicate of. */
  readonly confidentialSources: (type: IssuableType, noteableId: number) => ReadonlyArray<ConfidentialSource>
  /** Whether every note in the threads of a merge request is resolved. */
  readonly allResolved: (mergeRequestId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly discussions: DiscussionQueries
  }
}
