import { conflict, notAcceptable, notAllowed, refuse } from '../../../../kernel/index.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './decision.js'

/** Arming again renews what is to be done. */
export const armAutoMerge = ({ type: _, ...data }: Of<'ArmAutoMerge'>, live: LiveMergeRequest): Decision => {
  if (live.status !== 'opened') return refuse(notAllowed)
  const isSame = JSON.stringify(live.autoMerge) === JSON.stringify(data)
  return isSame ? nothing : only({ type: 'AutoMergeArmed', data })
}

/** Asked for, it is refused where nothing is armed; as a consequence, it is then simply not needed. */
export const disarmAutoMerge = ({ reason, by }: Of<'DisarmAutoMerge'>, live: LiveMergeRequest): Decision => {
  const isAsked = reason === 'canceled'
  if (live.status === 'merged' || live.status === 'closed') return isAsked ? refuse(notAllowed) : nothing
  if (live.autoMerge === undefined) return isAsked ? refuse(notAcceptable) : nothing
  return only({ type: 'AutoMergeDisarmed', data: { reason, by } })
}

export const queueRebase = ({ type: _, ...data }: Of<'QueueRebase'>, live: LiveMergeRequest): Decision =>
  live.status !== 'opened' || live.rebase !== undefined ? refuse(conflict()) : only({ type: 'RebaseQueued', data })

export const finishRebase = ({ head }: Of<'FinishRebase'>, live: LiveMergeRequest): Decision =>
  live.rebase === undefined ? nothing : only({ type: 'RebaseFinished', data: { head } })

export const failRebase = ({ error }: Of<'FailRebase'>, live: LiveMergeRequest): Decision =>
  live.rebase === undefined ? nothing : only({ type: 'RebaseFailed', data: { error } })
