import { findProject, mayInProject } from '@forgefold/core/domains/projects/project'
import type { GuardedAction } from '@forgefold/core/domains/projects/repository'
import { badParameters, forbidden, type Rejection, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, oneOf, optional, type Route, required, string } from '../../../../http/index.js'
import { revision } from '../../revision.js'

export const ENCODINGS = ['text', 'base64'] as const

/** One action of a commit, as sent. */
export const actionParams = {
  action: required(oneOf(['create', 'delete', 'move', 'update', 'chmod']), 'What to do'),
  file_path: required(string(), 'The path of the file'),
  previous_path: optional(string(), 'Where the file was, for move'),
  content: optional(string(), 'The content; left out for a move, the file moves as it is'),
  encoding: optional(oneOf(ENCODINGS), 'How the content is written'),
  last_commit_id: optional(revision, 'The commit that last touched the file, as the caller knows it'),
  execute_filemode: optional(boolean(), 'Whether the file can be executed'),
}

export interface SentAction {
  readonly action: 'create' | 'delete' | 'move' | 'update' | 'chmod'
  readonly file_path: string
  readonly previous_path: string | undefined
  readonly content: string | undefined
  readonly encoding: (typeof ENCODINGS)[number] | undefined
  readonly last_commit_id: string | undefined
  readonly execute_filemode: boolean | undefined
}

/** The decoded content. */
export const contentOf = (content: string, encoding: SentAction['encoding']): string | Uint8Array =>
  encoding === 'base64' ? Buffer.from(content, 'base64') : content

const actionOf = (sent: SentAction, index: number): E.Either<Rejection, GuardedAction> => {
  const { file_path: path, encoding, content, last_commit_id: lastCommitId } = sent
  const given = content === undefined ? undefined : contentOf(content, encoding)
  switch (sent.action) {
    case 'create':
      return E.right({ action: 'create', path, content: given ?? '', executable: sent.execute_filemode === true })
    case 'update':
      return given === undefined
        ? E.left(badParameters(`actions[${index}][content] is missing`))
        : E.right({ action: 'update', path, content: given, lastCommitId })
    case 'delete':
      return E.right({ action: 'delete', path, lastCommitId })
    case 'move':
      return sent.previous_path === undefined
        ? E.left(badParameters(`actions[${index}][previous_path] is missing`))
        : E.right({
            action: 'move',
            path,
            previousPath: sent.previous_path,
            lastCommitId,
            ...(given === undefined ? {} : { content: given }),
          })
    case 'chmod':
      return sent.execute_filemode === undefined
        ? E.left(badParameters(`actions[${index}][execute_filemode] is missing`))
        : E.right({ action: 'chmod', path, executable: sent.execute_filemode, lastCommitId })
  }
}

/** The actions of a commit. Rejections: `BadParameters` where an action lacks a parameter of its kind. */
export const actionsOf = (sent: ReadonlyArray<SentAction>): E.Either<Rejection, ReadonlyArray<GuardedAction>> => {
  const actions: Array<GuardedAction> = []
  for (const [index, one] of sent.entries()) {
    const read = actionOf(one, index)
    if (E.isLeft(read)) return read
    actions.push(read.right)
  }
  return E.right(actions)
}

/** The largest total size of a commit's files, in any encoding. */
const MAX_FILE_BYTES = 300 * 1024 * 1024

/** Callers who may write to no branch are refused before the files are read; the branch is a parameter of the body. */
export const filesInBody = {
  bodyLimit: MAX_FILE_BYTES,
  mayBeLarge: ({ forge, principal }, raw) => {
    const found = findProject(forge, principal, raw['id'] ?? '')
    if (E.isLeft(found)) return found
    const { project } = found.right
    const mayWrite =
      principal.kind === 'user' &&
      (mayInProject(found.right, 'push_code') || forge.refRules.mayCollaborateIn(principal, project.id))
    return mayWrite ? found : refuse(forbidden())
  },
} as const satisfies Partial<Route>
