import * as E from 'fp-ts/lib/Either.js'
import { ACCESS } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, refuse, unprocessable } from '../../../../kernel/index.js'
import type { ProjectRef } from '../../project/access.js'
import { mayGrant } from '../policy.js'
import { addTo } from '../steps/add-to.js'
import { findSource } from '../steps/source.js'

/** Whose members a project is to have besides its own. */
export interface ImportMembers {
  readonly project: ProjectRef
  readonly from: ProjectRef
}

const IMPORT_FAILED = unprocessable('Import failed')

/** So many members are taken over at once. */
const MAX_IMPORTED = 1000

/**
 * Gives a project the direct members of another, with their roles; who is a member already stays as they are, and owners become maintainers
 * where the caller may not make owners.
 *
 * Rejections: `NotFound` (Project); `Unprocessable` where the caller may not administer the one or see members of the other; those of `addMember`.
 */
export const importMembers: UseCase<ImportMembers, void> = async (forge, { principal, context }, { project, from }) => {
  const target = findSource(forge, principal, { source: 'project', ref: project })
  if (E.isLeft(target)) return target
  const source = findSource(forge, principal, { source: 'project', ref: from })
  if (E.isLeft(source)) return source
  const { mayAdminister, locked, id } = target.right
  if (!mayAdminister) return refuse(forbidden())
  if (locked || !source.right.mayRead) return refuse(IMPORT_FAILED)
  const wanted = { source: 'project', sourceId: source.right.id, inherited: false } as const
  for (const row of forge.read.members.list(wanted, { page: 1, perPage: MAX_IMPORTED }).rows) {
    if (forge.read.members.find('project', id, row.userId) !== undefined) continue
    const level = mayGrant(target.right, row.level) ? row.level : ACCESS.maintainer
    const { userId, expiresAt } = row
    const added = await addTo(forge, withNewCommandId(forge, context), target.right, { userId, level, expiresAt })
    if (E.isLeft(added) && added.left.kind !== 'Invalid' && added.left.kind !== 'Conflict') return added
  }
  return E.right(undefined)
}
