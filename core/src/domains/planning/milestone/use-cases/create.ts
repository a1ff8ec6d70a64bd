import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { StillHoldsName } from '../../../../app/reservations.js'
import { makeUnderName, type OwnName } from '../../../../app/under-name.js'
import {
  type Day,
  type FieldErrors,
  idOf,
  type Rejection,
  refuse,
  refused,
  spelledOut,
  streamOf,
  unavailable,
} from '../../../../kernel/index.js'
import { type PlaceRef, placeFor, placesFrom } from '../../../projects/owner/access.js'
import type { Place } from '../../../projects/owner/place.js'
import { milestone } from '../decider.js'
import type { MilestoneRow } from '../queries.js'
import { milestoneText } from './texts.js'

/** The reserved title of a milestone: taken once in each place. */
export const milestoneName = (place: Place, title: string) => ({
  kind: 'milestone',
  name: [place.kind, place.id, title].join('\0'),
})

/** Whether a milestone still goes by the title that it reserved. */
export const bearsTitle =
  (forge: Forge): StillHoldsName =>
  async (holder, { name }) => {
    const loaded = await forge.aggregates.load(milestone, idOf(holder))
    if (E.isLeft(loaded)) return true
    const { state } = loaded.right
    return state.kind === 'live' && milestoneName(state.place, state.title).name === name
  }

const TAKEN: FieldErrors = { title: ['already being used for another group or project milestone.'] }

/** The refusal as the API words it: the findings behind a sentence, keys marked with a colon (docs/reference/behaviour/planning.md#milestones). */
export const milestoneRefusal = (doing: 'create' | 'update', rejection: Rejection): Rejection => {
  const fields = rejection.kind === 'Conflict' ? TAKEN : rejection.kind === 'Invalid' ? rejection.fields : undefined
  if (fields === undefined) return rejection
  return refused(`Failed to ${doing} milestone ${spelledOut(fields)}`)
}

/** A milestone as somebody makes it. */
export interface NewMilestone {
  readonly title: string
  readonly description: string | null
  readonly startDate: Day | null
  readonly dueDate: Day | null
}

/** A new milestone. Rejections: `NotFound` (Project, Group); `Forbidden`; `Refused` (title, dates); `Unavailable`. */
export const createMilestone = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: PlaceRef,
  wanted: NewMilestone,
): UseCaseResult<MilestoneRow> => {
  const found = placeFor(forge, principal, ref, 'admin_milestone')
  if (E.isLeft(found)) return found
  const place = found.right
  const title = wanted.title.trim()
  const description = await milestoneText(forge, wanted.description)
  const draft = { type: 'Create', place, ...wanted, title, description } as const
  const sound = milestone.decide({ ...draft, iid: 0 })(milestone.initial)
  if (E.isLeft(sound)) return refuse(milestoneRefusal('create', sound.left))
  if (forge.read.milestones.named(placesFrom(forge, place), title) !== undefined)
    return refuse(milestoneRefusal('create', { kind: 'Conflict' }))
  const id = await forge.numbers.next('milestone')
  if (E.isLeft(id)) return id
  const own: OwnName = {
    name: milestoneName(place, title),
    holder: streamOf(milestone, id.right),
    bears: bearsTitle(forge),
    refusal: (rejection) => milestoneRefusal('create', rejection),
  }
  const made = await makeUnderName(forge, own, context, async () => {
    const iid = await forge.numbers.next(`${place.kind}-${place.id}-milestone`)
    if (E.isLeft(iid)) return iid
    const command = { ...draft, iid: iid.right }
    return forge.aggregates.execute(milestone, id.right, command, withNewCommandId(forge, context))
  })
  if (E.isLeft(made)) return made
  const row = forge.read.milestones.byId(id.right)
  return row === undefined
    ? refuse(unavailable('the read model does not show the milestone', made.right.position))
    : E.right(row)
}
