import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import {
  badParameters,
  forbidden,
  missing,
  type Rejection,
  refuse,
  refused,
  unauthenticated,
} from '../../../../kernel/index.js'
import { signatureOf } from '../../../projects/repository/signature.js'
import { commitFiles, type GuardedAction } from '../../../projects/repository/use-cases/commit-files.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { canPushToSource, sourceHead } from '../../../review/merge-request/steps/branches.js'
import { findNote, findNoteable } from '../access.js'
import { discussion } from '../decider.js'
import type { SuggestionRow } from '../queries.js'
import { type SuggestionOfNote, type SuggestionView, suggestionViews } from '../steps/suggestion-views.js'
import { fileAt } from '../steps/suggestions-in.js'
import { haveOverlap, obstacleSentence, suggestionMessage, withLines } from '../suggestion/index.js'

/** Suggestions to apply with one commit. */
export interface ApplySuggestions {
  readonly suggestionIds: ReadonlyArray<number>
  /** Undefined: the project's default. */
  readonly message: string | undefined
}

/** The most that are applied with one commit. */
const MAX_SUGGESTIONS = 100

/** A suggestion with its note and its merge request. */
interface Found extends SuggestionOfNote {
  readonly request: MergeRequestRow
}

const notFoundSentence = (several: boolean): Rejection =>
  missing(
    several
      ? 'Suggestions are not applicable as one or more suggestions were not found.'
      : 'Suggestion is not applicable as the suggestion was not found.',
  )

/** A suggestion that the caller may apply: they may read its note and push to the source branch. */
const foundFor = (forge: Forge, principal: SignedIn, row: SuggestionRow): Found | undefined => {
  const note = forge.read.discussions.noteById(row.noteId)
  const request = note === undefined ? undefined : forge.read.mergeRequests.byId(note.noteableId)
  if (note === undefined || request === undefined) return undefined
  const ref = { type: 'MergeRequest', project: request.targetProjectId, iid: request.iid } as const
  const issuable = findNoteable(forge, { principal }, ref)
  if (E.isLeft(issuable) || findNote(forge, issuable.right, note.id) === undefined) return undefined
  return canPushToSource(forge, principal, request) ? { row, note, request } : undefined
}

const branchKey = ({ sourceProjectId, sourceBranch }: MergeRequestRow): string => `${sourceProjectId} ${sourceBranch}`

const pathsOf = (views: ReadonlyArray<SuggestionView>): ReadonlyArray<string> => [
  ...new Set(views.map(({ path }) => path)),
]

/** The refusal of all suggestions together; undefined where they can be applied. */
const refusalOf = (found: ReadonlyArray<Found>, views: ReadonlyArray<SuggestionView>): Rejection | undefined => {
  const [first] = found
  for (const [index, view] of views.entries()) {
    const { obstacle, row } = view
    if (obstacle === 'FileMissing') return refused(obstacleSentence(obstacle, row))
    const request = found[index]?.request
    if (first === undefined || request === undefined || branchKey(request) !== branchKey(first.request))
      return refused('Suggestions must all be on the same branch.')
    if (obstacle !== undefined) return refused(obstacleSentence(obstacle, row))
  }
  const overlaps = (path: string): boolean =>
    haveOverlap(views.filter((view) => view.path === path).map(({ range }) => range))
  return pathsOf(views).some(overlaps)
    ? refused('Suggestions are not applicable as their lines cannot overlap.')
    : undefined
}

/** One action per file. A file that has changed since is refused when the commit is written. */
const actionsOf = async (
  forge: Forge,
  request: MergeRequestRow,
  views: ReadonlyArray<SuggestionView>,
): Promise<ReadonlyArray<GuardedAction>> => {
  const git = forge.git.of(request.sourceProjectId)
  const head = sourceHead(forge, request)
  if (head === undefined) return []
  const actions: Array<GuardedAction> = []
  for (const path of pathsOf(views)) {
    const changes = views.filter((view) => view.path === path).map(({ range, row }) => ({ range, to: row.to }))
    const file = await fileAt(git, head, path)
    const [last] = await git.log({ from: [head], path, limit: 1 })
    if (file === undefined) continue
    actions.push({ action: 'update', path, content: withLines(file, changes), lastCommitId: last?.id })
  }
  return actions
}

/** The only author of all suggestions; undefined where there are several. */
const soleAuthor = (found: ReadonlyArray<Found>): number | undefined => {
  const authors = new Set(found.map(({ note }) => note.authorId))
  return authors.size === 1 ? found[0]?.note.authorId : undefined
}

const commit = async (
  forge: Forge,
  caller: Caller,
  found: ReadonlyArray<Found>,
  views: ReadonlyArray<SuggestionView>,
  { request, by, message: given }: { request: MergeRequestRow; by: number; message: string | undefined },
): UseCaseResult<string> => {
  const project = forge.read.projects.byId(request.targetProjectId)
  const user = forge.read.users.card(by)
  const message = suggestionMessage([given, project?.suggestionCommitMessage], {
    branch: request.sourceBranch,
    paths: pathsOf(views),
    suggestions: views.length,
    projectName: project?.name ?? '',
    projectPath: project?.path ?? '',
    name: user.name,
    username: user.username,
  })
  const author = signatureOf(forge, soleAuthor(found) ?? by, caller.context.at)
  const written = await commitFiles(forge, caller, {
    project: request.sourceProjectId,
    branch: request.sourceBranch,
    message,
    actions: await actionsOf(forge, request, views),
    authorName: author.name,
    authorEmail: author.email,
  })
  return E.isLeft(written) ? written : E.right(written.right.commit)
}

/** Records in each discussion which of its suggestions the commit applied. */
const noteApplied = async (
  forge: Forge,
  { context }: Caller,
  found: ReadonlyArray<Found>,
  { commitId, by }: { readonly commitId: string; readonly by: number },
): UseCaseResult<void> => {
  for (const id of new Set(found.map(({ row }) => row.discussionId))) {
    const suggestionIds = found.filter(({ row }) => row.discussionId === id).map(({ row }) => row.id)
    const command = { type: 'ApplySuggestions', suggestionIds, commitId, by } as const
    const done = await forge.aggregates.execute(discussion, id, command, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  return E.right(undefined)
}

/**
 * Applies suggestions with one commit on the source branch; all or none.
 *
 * Rejections: `Unauthenticated`; `BadParameters` (too many); `Missing` where one is gone; `Forbidden`; `Refused` with the documented sentence where one cannot be applied.
 */
export const applySuggestions: UseCase<ApplySuggestions, ReadonlyArray<SuggestionView>> = async (
  forge,
  caller,
  { suggestionIds, message },
) => {
  const { principal } = caller
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if (suggestionIds.length > MAX_SUGGESTIONS)
    return refuse(badParameters(`ids has more than ${MAX_SUGGESTIONS} values`))
  const rows = forge.read.discussions.suggestions(suggestionIds)
  if (rows.length !== suggestionIds.length || rows.length === 0)
    return refuse(notFoundSentence(suggestionIds.length !== 1))
  const found = rows.flatMap((row) => foundFor(forge, principal, row) ?? [])
  const [first] = found
  if (first === undefined || found.length !== rows.length) return refuse(forbidden())
  const views = await suggestionViews(forge, found)
  const denied = refusalOf(found, views)
  if (denied !== undefined) return refuse(denied)
  const by = principal.userId
  const written = await commit(forge, caller, found, views, { request: first.request, by, message })
  if (E.isLeft(written)) return written
  const noted = await noteApplied(forge, caller, found, { commitId: written.right, by })
  if (E.isLeft(noted)) return noted
  return E.right(views.map((view) => ({ ...view, row: { ...view.row, commitId: written.right }, obstacle: 'Applied' })))
}
