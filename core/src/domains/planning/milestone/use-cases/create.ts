import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { excerpted } from '../../../../app/long-text.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { shownRow } from '../../../../app/shown-row.js'
import { type Day, refuse } from '../../../../kernel/index.js'
import {
  type ResourceParentRef,
  resourceParentAndAncestors,
  resourceParentFor,
} from '../../../projects/resource-parent/access.js'
import { milestone, milestoneName } from '../aggregate.js'
import type { MilestoneRow } from '../queries.js'
import { milestoneRefusal } from '../steps/refusal.js'

/** A new milestone, with its project or group. */
export interface CreateMilestone {
  readonly place: ResourceParentRef
  readonly title: string
  readonly description: string | null
  readonly startDate: Day | null
  readonly dueDate: Day | null
}

/** Creates a milestone. Rejections: `NotFound` (Project, Group); `Forbidden`; `Refused` (title, dates); `Unavailable`. */
export const createMilestone: UseCase<CreateMilestone, MilestoneRow> = async (
  forge,
  { principal, context },
  wanted,
) => {
  const found = resourceParentFor(forge, principal, wanted.place, 'admin_milestone')
  if (E.isLeft(found)) return found
  const place = found.right
  const title = wanted.title.trim()
  const description = await excerpted(forge, wanted.description)
  const draft = { type: 'Create', ...wanted, place, title, description } as const
  const preflight = milestone.decide({ ...draft, iid: 0 })(milestone.initial)
  if (E.isLeft(preflight)) return refuse(milestoneRefusal('create', preflight.left))
  if (forge.read.milestones.named(resourceParentAndAncestors(forge, place), title) !== undefined)
    return refuse(milestoneRefusal('create', { kind: 'Conflict' }))
  const number = prefetchNumber(forge, `${place.kind}-${place.id}-milestone`)
  const names = [milestoneName(place, title)]
  const made = await forge.aggregates.create(milestone, 'milestone', names, context, async (id, execute) => {
    const iid = await number
    if (E.isLeft(iid)) return iid
    const done = await execute({ ...draft, iid: iid.right }, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
    return shownRow(forge.read.milestones.byId(id), 'milestone', done.right.position)
  })
  return E.isLeft(made) ? refuse(milestoneRefusal('create', made.left)) : made
}
