import { label } from '@forgefold/core/domains/planning/label'
import { milestone } from '@forgefold/core/domains/planning/milestone'
import { idOf } from '@forgefold/core/kernel'
import { type Handlers, handle, type ProjectionContext } from '../../engine/projection.js'

/** Merges of labels and milestones: activity recorded for the merged one is transferred to the target. */
export const onSubjectsMerged = (context: ProjectionContext): ReadonlyArray<Handlers> => {
  const { db } = context
  const renote = db.prepare('UPDATE resource_events SET subject_id = ? WHERE kind = ? AND subject_id = ?')
  const relabel = db.prepare(
    `UPDATE remembered SET facts = json_set(facts, '$.labelIds', (
       SELECT json_group_array(DISTINCT iif(value = $id, $into, value)) FROM json_each(facts, '$.labelIds')))
     WHERE EXISTS (SELECT 1 FROM json_each(facts, '$.labelIds') WHERE value = $id)`,
  )
  const replan = db.prepare(
    "UPDATE remembered SET facts = json_set(facts, '$.milestoneId', $into) WHERE facts ->> '$.milestoneId' = $id",
  )
  return [
    handle(context, label, {
      LabelMerged: ({ into }, { stream }) => {
        const id = Number(idOf(stream))
        renote.run(into, 'label', id)
        relabel.run({ id, into })
      },
    }),
    handle(context, milestone, {
      MilestoneMerged: ({ into }, { stream }) => {
        const id = Number(idOf(stream))
        renote.run(into, 'milestone', id)
        replan.run({ id, into })
      },
    }),
  ]
}
