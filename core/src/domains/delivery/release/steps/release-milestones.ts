import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, refuse, refused } from '../../../../kernel/index.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'

/** The project's milestones with these titles. Rejections: `Refused` for an unknown title. */
export const milestonesTitled = (
  forge: Forge,
  projectId: number,
  titles: ReadonlyArray<string>,
): E.Either<Rejection, ReadonlyArray<number>> => {
  const owners = resourceParentAndAncestors(forge, { kind: 'project', id: projectId })
  const found = titles.map((title) => forge.read.milestones.named(owners, title))
  const missing = titles.filter((_, at) => found[at] === undefined)
  if (missing.length > 0) return refuse(refused(`Milestone(s) not found: ${missing.join(', ')}`))
  return E.right([...new Set(found.flatMap((row) => (row === undefined ? [] : [row.id])))])
}
