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
  /** Undefined for discussions that are not of a diff. */
  readonly diff: { readonly position: DiffPosition; readonly commitId: string | null } | undefined
}

/** A note in the read model, with what its presentation needs of its discussion. */
export interface NoteRow {
  readonly id: number
  readonly discussion: DiscussionRow
  readonly projectId: number
  readonly noteableType: IssuableType
  readonly noteableId: number
  readonly authorId: number
  readonly body: NoteBody
  readonly internal: boolean
  /** The content of a system note; undefined for notes of users. */
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
  /** The commit that applied it; null while it is not applied. */
  readonly commitId: string | null
}

/** A source of mentions in another project, by its type. */
export interface CrossProjectSource {
  readonly by: IssuableType
  readonly projectId: number
}

/** A confidential issue as a source of mentions, by its iid. */
export interface ConfidentialSource {
  readonly by: 'Issue'
  /** As notes store it: null for the project of the mentioned issuable. */
  readonly projectId: number | null
  readonly iid: number
}

/** What a caller may see among the notes of an issuable. */
export interface NoteVisibility {
  /** Whether internal notes are visible. */
  readonly internal: boolean
  /** Whether mentions by merge requests are included. */
  readonly mergeRequests: boolean
  /** Sources whose mentions are hidden. */
  readonly hidden: ReadonlyArray<CrossProjectSource | ConfidentialSource>
}

/** Which notes a list contains. */
export interface NoteFilter extends NoteVisibility {
  readonly noteableType: IssuableType
  readonly noteableId: number
  /** Only notes of users, or only system notes. */
  readonly only?: 'comments' | 'activity' | undefined
  readonly orderBy: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
}

/** The queries of discussions and notes. */
export interface DiscussionQueries {
  /** A note of any issuable. */
  readonly noteById: (id: number) => NoteRow | undefined
  readonly note: (type: IssuableType, noteableId: number, noteId: number) => NoteRow | undefined
  readonly notes: (filter: NoteFilter, page: PageRequest) => Page<NoteRow>
  /** Ids of the discussions of an issuable, oldest first. */
  readonly list: (of: Omit<NoteFilter, 'orderBy' | 'sort'>, page: PageRequest) => Page<string>
  /** The notes of one discussion, oldest first; empty where it belongs to another issuable. */
  readonly thread: (type: IssuableType, noteableId: number, discussionId: string) => ReadonlyArray<NoteRow>
  /** The notes of several discussions, by discussion, each oldest first. */
  readonly threads: (
    type: IssuableType,
    noteableId: number,
    discussionIds: ReadonlyArray<string>,
  ) => ReadonlyMap<string, ReadonlyArray<NoteRow>>
  /** Discussions about lines of a merge request's diff. */
  readonly onLines: (mergeRequestId: number) => ReadonlyArray<{ readonly id: string; readonly position: DiffPosition }>
  /** The suggestions of a note, in the order of its text. */
  readonly suggestionsOf: (noteId: number) => ReadonlyArray<SuggestionRow>
  /** Suggestions by id, in the order given; missing ones are left out. */
  readonly suggestions: (ids: ReadonlyArray<number>) => ReadonlyArray<SuggestionRow>
  /** The other projects from which an issuable is mentioned, by type. */
  readonly crossProjectSources: (type: IssuableType, noteableId: number) => ReadonlyArray<CrossProjectSource>
  /** Confidential issues that mention an issuable, or are related to it as duplicates. */
  readonly confidentialSources: (type: IssuableType, noteableId: number) => ReadonlyArray<ConfidentialSource>
  /** Whether every note in the threads of a merge request is resolved. */
  readonly allResolved: (mergeRequestId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly discussions: DiscussionQueries
  }
}
