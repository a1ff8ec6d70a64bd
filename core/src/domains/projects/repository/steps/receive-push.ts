import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { eventIdOf } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { PushedRef, PushProposal, PushRequest, PushVerdict } from '../../../../ports/git.js'
import { isBranchName, isTagName } from '../../../naming/ref-name.js'
import type { RefUpdateOptions } from '../aggregate.js'
import { skipsCi, supportedPushOptions } from '../push-options.js'
import { branchOf, isClientRef, tagOf } from '../refs.js'
import { type TerminalMessage, terminalText } from '../terminal-text.js'
import { followBranches } from './follow-branches.js'
import { beginMove, lockRepository } from './move-refs.js'
import { isForced, type MovedRef, recordMoved } from './record-ref-updates.js'
import { pushTooLarge } from './size-limits.js'

/** The user who pushes. */
export interface Pusher extends Caller {
  readonly principal: SignedIn
}

/** The target of a push. */
export interface ReceivePush {
  readonly projectId: number
  /** The user may not push to the project, but to some of its branches through open merge requests. */
  readonly collaborates?: boolean
  /** The former path by which the client calls the project. */
  readonly movedFrom?: string | undefined
}

/** That the client should use the present path. */
const movedMessages = (forge: Forge, { projectId, movedFrom }: ReceivePush): ReadonlyArray<TerminalMessage> => {
  const project = movedFrom === undefined ? undefined : forge.read.projects.byId(projectId)
  if (project === undefined) return []
  const { fullPath } = project
  const remote = `git remote set-url origin ${forge.instance.externalUrl}/${fullPath}.git`
  const text = `Project '${movedFrom}' was moved to '${fullPath}'.\n\nPlease update your Git remote:\n\n  ${remote}\n`
  return [{ kind: 'plain', text }]
}

const keyOf = ({ ref, from, to }: PushedRef): string => `${from} ${to} ${ref}`

const changeOf = ({ from, to }: PushedRef): 'create' | 'update' | 'delete' =>
  from === null ? 'create' : to === null ? 'delete' : 'update'

/** Stands for bytes that are not UTF-8: under such a name the history could not find the ref again. */
const REPLACED = '\ufffd'

const nameRefusal = ({ ref, to }: PushedRef): string | undefined => {
  if (!isClientRef(ref)) return 'Only branches, tags and notes can be pushed.'
  if (to === null) return undefined
  if (ref.includes(REPLACED)) return 'Names of refs have to be in UTF-8.'
  const branch = branchOf(ref)
  if (branch !== undefined && !isBranchName(branch)) return `The branch name ${branch} is not allowed.`
  const tag = tagOf(ref)
  return tag !== undefined && !isTagName(tag) ? `The tag name ${tag} is not allowed.` : undefined
}

/** Collaborators may only update branches for which a merge request allows it. */
const collaboratorRefusal = (
  forge: Forge,
  { principal }: Pusher,
  { projectId, collaborates }: ReceivePush,
  update: PushedRef,
): string | undefined => {
  if (collaborates !== true) return undefined
  const branch = changeOf(update) === 'update' ? branchOf(update.ref) : undefined
  const isLet = branch !== undefined && forge.refRules.mayCollaborateOn(principal, projectId, branch)
  return isLet ? undefined : 'You are not allowed to push code to this project.'
}

const refusalOf = (forge: Forge, pusher: Pusher, input: ReceivePush, update: MovedRef): string | undefined => {
  const { principal } = pusher
  const { projectId } = input
  const { ref, to, forced } = update
  const branch = branchOf(ref)
  if (to === null && branch !== undefined && branch === forge.read.projects.byId(projectId)?.defaultBranch)
    return 'The default branch of a project cannot be deleted.'
  return (
    collaboratorRefusal(forge, pusher, input, update) ??
    nameRefusal(update) ??
    forge.refRules.refusal({ projectId, ref, change: changeOf(update), forced, principal, via: 'push' })
  )
}

/**
 * The callbacks of the wire protocol during one push: whether its refs may be updated, and the record of those that were.
 *
 * A push is refused as a whole, with a sentence for each ref that is not allowed.
 */
export const receivePush = (
  forge: Forge,
  pusher: Pusher,
  input: ReceivePush,
): Pick<PushRequest, 'decide' | 'settled'> => {
  const { projectId } = input
  const { context } = pusher
  let unlock: () => void = () => undefined
  let proposed: ReadonlyArray<MovedRef> = []
  let pending: string | undefined
  let options: RefUpdateOptions = { via: 'push' }
  let sent: ReadonlyArray<string> = []

  const decideLocked = async (proposal: PushProposal): Promise<PushVerdict> => {
    const { updates, repository } = proposal
    proposed = await Promise.all(
      updates.map(async (update) => ({ ...update, forced: await isForced(repository, update) })),
    )
    const refusals = proposed.flatMap((update) => refusalOf(forge, pusher, input, update) ?? [])
    if (refusals.length > 0) return { kind: 'Refused', message: [...new Set(refusals)].join('\n') }
    const noRoom = await pushTooLarge(forge, projectId, proposal)
    if (noRoom !== undefined) return { kind: 'Refused', message: noRoom }
    sent = proposal.options
    const pushOptions = supportedPushOptions(forge.secretBox, sent, updates.length)
    options = { via: 'push', pushOptions, ...(skipsCi(pushOptions) ? { skipCi: true } : {}) }
    pending = await beginMove(forge, projectId, proposed, { ...options, context })
    return { kind: 'Accepted' }
  }

  const settleLocked = async (updates: ReadonlyArray<PushedRef>): Promise<ReadonlyArray<MovedRef>> => {
    const told = new Set(updates.map(keyOf))
    const moved = proposed.filter((update) => told.has(keyOf(update)))
    const recorded = await recordMoved(forge, projectId, moved, options, context)
    if (E.isLeft(recorded)) throw new Error(`the push is stored, its history is not yet: ${recorded.left.kind}`)
    if (pending !== undefined) await forge.git.finish(pending)
    return moved
  }

  const answer = (moved: ReadonlyArray<MovedRef>): Promise<ReadonlyArray<TerminalMessage>> => {
    const branches = moved.flatMap(({ ref, to }, index) => {
      const branch = branchOf(ref)
      return branch === undefined ? [] : [{ branch, to, event: eventIdOf(context.id, index) }]
    })
    const { pushOptions = [] } = options
    return forge.branchFollowers.answer({ ...pusher, projectId, branches, sent, options: pushOptions })
  }

  return {
    decide: async (proposal) => {
      unlock = await lockRepository(forge, projectId)
      let verdict: PushVerdict | undefined
      try {
        verdict = await decideLocked(proposal)
        return verdict
      } finally {
        if (verdict?.kind !== 'Accepted') unlock()
      }
    },
    settled: async (updates) => {
      let moved: ReadonlyArray<MovedRef>
      try {
        moved = await settleLocked(updates)
      } finally {
        unlock()
      }
      await followBranches(forge, { projectId, via: 'push', context }, moved)
      return terminalText([...(await answer(moved)), ...movedMessages(forge, input)])
    },
  }
}
