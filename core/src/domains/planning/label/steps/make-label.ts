import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { type Rejection, refuse } from '../../../../kernel/rejection.js'
import type { ResourceParent } from '../../../projects/resource-parent/resource-parent.js'
import { titleRefusal } from '../access.js'
import { label } from '../aggregate.js'
import type { LabelRow } from '../queries.js'

/** A new label. */
export interface NewLabel {
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
}

/** Creates a label; the caller has been authorised before. Rejections: `Invalid`; `Conflict`; `Unavailable`. */
export const makeLabel = async (
  forge: Forge,
  place: ResourceParent,
  wanted: NewLabel,
  context: CommandContext,
): Promise<E.Either<Rejection, LabelRow>> => {
  const command = { type: 'Create', place, ...wanted, title: wanted.title.trim() } as const
  const preflight = label.decide(command)(label.initial)
  if (E.isLeft(preflight)) return preflight
  const taken = titleRefusal(forge, place, command.title)
  if (taken !== undefined) return refuse(taken)
  const made = await createStream(forge, label, 'label', command, context)
  if (E.isLeft(made)) return made
  return shownRow(forge.read.labels.byId(made.right.id), 'label', made.right.position)
}
