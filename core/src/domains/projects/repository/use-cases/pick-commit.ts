import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { notFound, type Rejection, refused } from '../../../../kernel/index.js'
import type { Commit, ObjectId, PickOutcome, Repository, Signature } from '../../../../ports/git.js'
import type { ProjectRef } from '../../project/access.js'
import { titleOf } from '../commit-text.js'
import { branchRef } from '../refs.js'
import { signatureOf } from '../signature.js'
import { moveRefs } from '../steps/move-refs.js'
import { branchWriterOf, refRuleRefusal } from '../steps/write-access.js'

/** A commit to cherry-pick to a branch, or to revert there. */
export interface PickCommit {
  readonly project: ProjectRef
  /** A commit, a branch or a tag. */
  readonly revision: string
  readonly branch: string
  /** Only checks whether it is possible. */
  readonly dryRun: boolean
}

interface Picking {
  readonly git: Repository
  readonly commit: Commit
  readonly onto: ObjectId
  readonly committer: Signature
}

const sentence = (verb: string, done: string): string =>
  `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`

const isConflict = (result: E.Either<Rejection, unknown>): boolean =>
  E.isLeft(result) && result.left.kind === 'Conflict'

const pickOn =
  (failed: string, pick: (picking: Picking) => Promise<PickOutcome>) =>
  async (forge: Forge, caller: Caller, input: PickCommit): Promise<E.Either<Rejection, ObjectId>> => {
    const writer = branchWriterOf(forge, caller, input.project, input.branch)
    if (E.isLeft(writer)) return writer
    const { project, user } = writer.right
    const git = forge.git.of(project.id)
    const id = await git.resolve(input.revision)
    const commit = id === undefined ? undefined : await git.commit(id)
    if (commit === undefined) return E.left(notFound('Commit'))
    const ref = branchRef(input.branch)
    const onto = await git.ref(ref)
    if (onto === undefined) return E.left(notFound('Branch'))
    const denied = refRuleRefusal(forge, writer.right, { ref, change: 'update' })
    if (denied !== undefined) return E.left(denied)
    const committer = signatureOf(forge, user.userId, caller.context.at)
    const outcome = await pick({ git, commit, onto, committer })
    if (outcome.kind !== 'Picked')
      return E.left(refused(failed, outcome.kind === 'Empty' ? 'empty' : 'conflict', input.dryRun))
    if (input.dryRun) return E.right(outcome.commit)
    const changes = [{ ref, from: onto, to: outcome.commit, forced: false }]
    const moved = await moveRefs(forge, { projectId: project.id, changes, via: 'api', context: caller.context })
    if (isConflict(moved)) return E.left(refused(failed, 'conflict', false))
    return E.map(() => outcome.commit)(moved)
  }

/** A commit to cherry-pick to a branch. */
export interface CherryPickCommit extends PickCommit {
  /** Default: the message of the commit, with its id. */
  readonly message?: string | undefined
}

/**
 * Cherry-picks a commit to a branch; returns the new one.
 *
 * Rejections: `NotFound` (Project, Commit, Branch); `Forbidden`; `Refused` with `conflict` or `empty`.
 */
export const cherryPickCommit: UseCase<CherryPickCommit, ObjectId> = async (forge, caller, input) =>
  pickOn(sentence('cherry-pick', 'cherry-picked'), ({ git, commit, onto, committer }) => {
    const message = input.message ?? `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})`
    return git.cherryPick({ commit: commit.id, onto, committer, message })
  })(forge, caller, input)

/** Reverts a commit on a branch; returns the new commit. Rejections: as `cherryPickCommit`. */
export const revertCommit: UseCase<PickCommit, ObjectId> = async (forge, caller, input) =>
  pickOn(sentence('revert', 'reverted'), ({ git, commit, onto, committer }) => {
    const message = `Revert "${titleOf(commit.message)}"\n\nThis reverts commit ${commit.id}`
    return git.revert({ commit: commit.id, onto, committer, message })
  })(forge, caller, input)
