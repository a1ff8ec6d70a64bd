import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Query } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import { findIssuable, type IssuableRef } from '../../../issuable/issuable.js'
import type { QuickActions } from '../../../issuable/quick-actions.js'
import { changeIssue } from '../../../planning/issue/use-cases/change.js'
import { updateMergeRequest } from '../../../review/merge-request/use-cases/update.js'
import { type ActionTarget, type AttributeChanges, type Effect, quickActionNamed, type Step } from '../actions/index.js'
import { type ParsedAction, type ParsedText, parseQuickActions } from '../parsing/index.js'

/** The issuable on which quick actions are executed. Rejections: `NotFound` (Project), `RecordNotFound`. */
export const findActionTarget: Query<IssuableRef, ActionTarget> = (forge, caller, ref) => {
  const found = findIssuable(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { type, id } = found.right
  const mergeRequest = type === 'MergeRequest' ? forge.read.mergeRequests.byId(id) : undefined
  return E.right({
    ...found.right,
    ref,
    reviewerIds: mergeRequest?.reviewers.map(({ userId }) => userId) ?? [],
    dueDate: type === 'Issue' ? (forge.read.issues.byId(id)?.dueDate ?? null) : null,
    mergeRequest,
  })
}

/** The outcome of quick actions, as the API shows it. */
export interface Outcome {
  /** By the names of the attributes. */
  readonly changes: Readonly<Record<string, unknown>>
  readonly summary: ReadonlyArray<string>
}

/** One effect for each action that the caller may take now. */
export type Plan = ReadonlyArray<Effect>

/** The text without the quick actions of this issuable type. */
export const parseFor = (forge: Forge, type: IssuableType, text: string): ParsedText =>
  parseQuickActions(text, (name) => quickActionNamed(name, type, forge.instance.release) !== undefined)

/** Label ids of several actions are joined; for any other key the last action wins. */
const joined = (before: Outcome['changes'], after: Effect['changes']): Outcome['changes'] => {
  const changes: Record<string, unknown> = { ...before }
  for (const [key, value] of Object.entries(after)) {
    const known = changes[key]
    const grows = key.endsWith('_label_ids') && Array.isArray(known) && Array.isArray(value)
    changes[key] = grows ? [...new Set([...(known as Array<unknown>), ...(value as Array<unknown>)])] : value
  }
  return changes
}

const afterEffect = (
  issuable: ActionTarget,
  { stateEvent, targetBranch: _, ...set }: Partial<AttributeChanges>,
): ActionTarget => {
  const state = stateEvent === undefined ? {} : ({ state: stateEvent === 'reopen' ? 'opened' : 'closed' } as const)
  return { ...issuable, ...set, ...state }
}

/** A rebase and a merge at the same time would conflict, so the merge is dropped. */
const withoutCollision = (actions: ReadonlyArray<ParsedAction>): ReadonlyArray<ParsedAction> =>
  actions.some(({ name }) => name === 'rebase') ? actions.filter(({ name }) => name !== 'merge') : actions

/** Plans the actions, each with the effects of those before it. `isNew`: they are in the description of a new issuable. */
export const planActions = async (
  forge: Forge,
  caller: Caller,
  start: ActionTarget,
  actions: ReadonlyArray<ParsedAction>,
  isNew = false,
): Promise<Plan> => {
  const { principal } = caller
  if (principal.kind !== 'user') return []
  const plan: Array<Effect> = []
  let issuable = start
  for (const { name, argument } of withoutCollision(actions)) {
    const known = quickActionNamed(name, issuable.type, forge.instance.release)
    if (known === undefined || (isNew && !known.atCreation)) continue
    // Each is a command of its own, besides that of the note.
    const own: Caller = { ...caller, context: withNewCommandId(forge, caller.context) }
    const effect = await known.execute({ forge, caller: own, user: principal, issuable }, argument)
    if (effect === undefined) continue
    plan.push(effect)
    issuable = afterEffect(issuable, effect.set ?? {})
  }
  return plan
}

const settingsOf = (forge: Forge, { labelIds, ...set }: Partial<AttributeChanges>) => ({
  ...set,
  labels: labelIds === undefined ? undefined : forge.read.labels.rows(labelIds).map(({ title }) => title),
})

/** Whether a step was executed. A refusal is answered as false and not reported; only an unreachable store is a rejection. */
const attempt = async (forge: Forge, step: Step): Promise<E.Either<Rejection, boolean>> => {
  const done = await step(forge)
  if (E.isRight(done)) return E.right(true)
  return done.left.kind === 'Unavailable' ? done : E.right(false)
}

/** Sets all attributes, then executes the other commands in order; returns the outcome. Rejections: `Unavailable`. */
export const executePlan = async (
  forge: Forge,
  caller: Caller,
  ref: IssuableRef,
  plan: Plan,
): Promise<E.Either<Rejection, Outcome>> => {
  const own: Caller = { ...caller, context: withNewCommandId(forge, caller.context) }
  const set: Partial<AttributeChanges> = Object.assign({}, ...plan.map((effect) => effect.set ?? {}))
  const settings = settingsOf(forge, set)
  const changing: Step = (forge) =>
    ref.type === 'Issue'
      ? changeIssue(forge, own, { issue: ref, ...settings })
      : updateMergeRequest(forge, own, { mergeRequest: ref, ...settings })
  const changed = Object.keys(set).length === 0 ? E.right(true) : await attempt(forge, changing)
  if (E.isLeft(changed)) return changed
  let changes: Outcome['changes'] = {}
  const summary: Array<string> = []
  for (const effect of plan) {
    const done = effect.followUp === undefined ? E.right(true) : await attempt(forge, effect.followUp)
    if (E.isLeft(done)) return done
    if (!done.right || (effect.set !== undefined && !changed.right)) continue
    changes = joined(changes, effect.changes)
    if (effect.message !== undefined) summary.push(effect.message)
  }
  return E.right({ changes, summary })
}

/** Executes the quick actions of a text that was just stored. Rejections: `Unavailable`. */
const executeActions = async (
  forge: Forge,
  caller: Caller,
  ref: IssuableRef,
  actions: ReadonlyArray<ParsedAction>,
  isNew: boolean,
): Promise<E.Either<Rejection, unknown>> => {
  const issuable = findActionTarget(forge, caller, ref)
  if (E.isLeft(issuable)) return E.right(undefined)
  return executePlan(forge, caller, ref, await planActions(forge, caller, issuable.right, actions, isNew))
}

/** Quick actions of descriptions, through the interface of planning and review. */
export const quickActions: QuickActions = {
  read: (forge, type, description, isNew) => {
    const { text, actions } = parseFor(forge, type, description)
    const execute: ReturnType<QuickActions['read']>['execute'] = (caller, ref) =>
      executeActions(forge, caller, ref, actions, isNew)
    return { text, execute: actions.length === 0 ? undefined : execute }
  },
}
