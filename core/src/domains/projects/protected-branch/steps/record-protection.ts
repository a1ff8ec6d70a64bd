import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { conflict, type Rejection, refuse } from '../../../../kernel/index.js'
import type { ProtectionAccess } from '../access-levels.js'
import { type ProtectedBranchData, protectedBranch, protectionName } from '../aggregate.js'
import type { ProtectedBranchRow } from '../queries.js'

/** A new access entry without a number. */
export type AccessInput = Omit<ProtectionAccess, 'id'>

export type ProtectionInput = Omit<ProtectedBranchData, 'push' | 'merge' | 'unprotect'> & {
  readonly push: ReadonlyArray<AccessInput>
  readonly merge: ReadonlyArray<AccessInput>
  readonly unprotect: ReadonlyArray<AccessInput>
}

/** Allocates a number for each entry. Rejections: `Unavailable`. */
export const numberedAccess = async (
  forge: Forge,
  wanted: ReadonlyArray<AccessInput>,
  counter: string,
): Promise<E.Either<Rejection, ReadonlyArray<ProtectionAccess>>> => {
  const numbered = await Promise.all(
    wanted.map(async (one) =>
      E.map((id: number): ProtectionAccess => ({ id, ...one }))(await forge.numbers.next(counter)),
    ),
  )
  return E.sequenceArray(numbered)
}

/** The counter of access entries of branches. */
export const ACCESS_COUNTER = 'protected_branch_access'

/** All entries with numbers. */
const numberedLists = async (forge: Forge, wanted: ProtectionInput) => {
  const [push, merge, unprotect] = await Promise.all([
    numberedAccess(forge, wanted.push, ACCESS_COUNTER),
    numberedAccess(forge, wanted.merge, ACCESS_COUNTER),
    numberedAccess(forge, wanted.unprotect, ACCESS_COUNTER),
  ])
  if (E.isLeft(push)) return push
  if (E.isLeft(merge)) return merge
  if (E.isLeft(unprotect)) return unprotect
  return E.right({ push: push.right, merge: merge.right, unprotect: unprotect.right })
}

/**
 * Records a protection with numbers for its entries, if it is wanted still once its name is held. Rejections: `Conflict` where the name is
 * protected, or the protection is not wanted any more; `Invalid` (name); `Unavailable`.
 */
export const recordProtection = async (
  forge: Forge,
  context: CommandContext,
  wanted: ProtectionInput,
  isWanted = (): boolean => true,
): Promise<E.Either<Rejection, ProtectedBranchRow>> => {
  const numbered = numberedLists(forge, wanted)
  numbered.catch(() => undefined)
  const names = [protectionName(wanted.projectId, wanted.name)]
  const made = await forge.aggregates.create(
    protectedBranch,
    'protected_branch',
    names,
    context,
    async (_, execute) => {
      const lists = await numbered
      if (E.isLeft(lists)) return lists
      if (!isWanted()) return refuse(conflict())
      return execute({ type: 'Protect', ...wanted, ...lists.right }, withNewCommandId(forge, context))
    },
  )
  if (E.isLeft(made)) return made
  return shownRow(forge.read.protectedBranches.named(wanted.projectId, wanted.name), 'protection', made.right.position)
}
