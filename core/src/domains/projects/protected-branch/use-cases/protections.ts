import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Lookup, Query, UseCase } from '../../../../app/forge.js'
import { conflict, forbidden, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import type { ProtectionAccess } from '../access-levels.js'
import { protectedBranch } from '../aggregate.js'
import { refUpdaterOf } from '../branch-rules.js'
import { allows } from '../policy.js'
import type { ProtectedBranchRow } from '../queries.js'
import {
  ACCESS_COUNTER,
  type AccessInput,
  numberedAccess,
  type ProtectionInput,
  recordProtection,
} from '../steps/record-protection.js'

const ABILITY = 'admin_protected_branch'

/** Protections of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProtections: Query<ProjectRef, ReadonlyArray<ProtectedBranchRow>> = (forge, { principal }, ref) => {
  const access = projectFor(forge, principal, ref, ABILITY)
  return E.isLeft(access) ? access : E.right(forge.read.protectedBranches.ofProject(access.right.project.id))
}

/** The protections of a project, without regard to the caller. */
export const protectionsOfProject: Lookup<number, ReadonlyArray<ProtectedBranchRow>> = (forge, projectId) =>
  forge.read.protectedBranches.ofProject(projectId)

/** The protection of a branch as the API names it: by the exact name or pattern. */
export interface ProtectedBranchRef {
  readonly project: ProjectRef
  readonly name: string
}

/** One protection by its exact name. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getProtection: Query<ProtectedBranchRef, ProtectedBranchRow> = (
  forge,
  { principal },
  { project, name },
) => {
  const access = projectFor(forge, principal, project, ABILITY)
  if (E.isLeft(access)) return access
  return E.fromNullable(recordNotFound)(forge.read.protectedBranches.named(access.right.project.id, name))
}

/** A branch or pattern, and who may push, merge and unprotect. */
export interface ProtectBranch extends Omit<ProtectionInput, 'projectId'> {
  readonly project: ProjectRef
}

/** Protects a branch. Rejections: `NotFound` (Project); `Forbidden`; `Conflict`; `Invalid` (name). */
export const protectBranch: UseCase<ProtectBranch, ProtectedBranchRow> = async (
  forge,
  { principal, context },
  input,
) => {
  const { project, ...wanted } = input
  const access = projectFor(forge, principal, project, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const taken = conflict(`Protected branch '${wanted.name}' already exists`)
  if (forge.read.protectedBranches.named(projectId, wanted.name) !== undefined) return refuse(taken)
  const made = await recordProtection(forge, context, { ...wanted, projectId })
  return E.isLeft(made) && made.left.kind === 'Conflict' ? refuse(taken) : made
}

/** A protection that the caller may change or remove: users with an unprotect entry, where there are any; administrators always. */
const changeable: Query<ProtectedBranchRef, ProtectedBranchRow> = (forge, { principal }, ref) => {
  const row = getProtection(forge, { principal }, ref)
  if (E.isLeft(row) || forge.instance.tier === 'free' || row.right.unprotect.length === 0) return row
  const who = refUpdaterOf(forge, { principal, projectId: row.right.projectId })
  if (who === undefined) return refuse(forbidden())
  return who.admin || row.right.unprotect.some((one) => allows(one, who)) ? row : refuse(forbidden())
}

/** A new entry, or a change of the one with this id. */
export interface AccessChange extends AccessInput {
  readonly id?: number | undefined
  readonly destroy?: boolean | undefined
}

type Accesses = ReadonlyArray<AccessChange> | undefined

/** A change of a protection; omitted fields stay as they are. */
export interface ChangeProtection extends ProtectedBranchRef {
  readonly allowForcePush?: boolean | undefined
  readonly codeOwnerApprovalRequired?: boolean | undefined
  readonly push?: Accesses
  readonly merge?: Accesses
  readonly unprotect?: Accesses
}

const isNamed = ({ level, userId, groupId }: AccessInput): boolean =>
  level !== null || userId !== null || groupId !== null

/** The entries that stay, are changed and are added; unknown ids are ignored. */
const changedAccess = async (
  forge: Forge,
  before: ReadonlyArray<ProtectionAccess>,
  wanted: Accesses,
): Promise<E.Either<Rejection, ReadonlyArray<ProtectionAccess> | undefined>> => {
  if (wanted === undefined) return E.right(undefined)
  const kept = before.flatMap((old) => {
    const change = wanted.find(({ id }) => id === old.id)
    if (change?.destroy === true) return []
    if (change === undefined || !isNamed(change)) return [old]
    return [{ id: old.id, level: change.level, userId: change.userId, groupId: change.groupId }]
  })
  const fresh = wanted.filter((one) => one.id === undefined && isNamed(one))
  const plain = fresh.map(({ level, userId, groupId }) => ({ level, userId, groupId }))
  const added = await numberedAccess(forge, plain, ACCESS_COUNTER)
  return E.isLeft(added) ? added : E.right([...kept, ...added.right])
}

/** Changes a protection. Rejections: `NotFound` (Project); `Forbidden`, also by its unprotect entries; `RecordNotFound`. */
export const changeProtection: UseCase<ChangeProtection, ProtectedBranchRow> = async (
  forge,
  { principal, context },
  input,
) => {
  const { project, name, push, merge, unprotect, ...flags } = input
  const row = changeable(forge, { principal }, { project, name })
  if (E.isLeft(row)) return row
  const lists = [
    await changedAccess(forge, row.right.push, push),
    await changedAccess(forge, row.right.merge, merge),
    await changedAccess(forge, row.right.unprotect, unprotect),
  ] as const
  const [pushing, merging, unprotecting] = lists
  if (E.isLeft(pushing)) return pushing
  if (E.isLeft(merging)) return merging
  if (E.isLeft(unprotecting)) return unprotecting
  const after = { ...flags, push: pushing.right, merge: merging.right, unprotect: unprotecting.right }
  const command = { type: 'Change', changes: after } as const
  const done = await forge.aggregates.execute(protectedBranch, row.right.id, command, withNewCommandId(forge, context))
  if (E.isLeft(done)) return done
  return E.right(forge.read.protectedBranches.named(row.right.projectId, name) ?? row.right)
}

/** Removes a protection. Rejections: `NotFound` (Project); `Forbidden`, also by its unprotect entries; `RecordNotFound`. */
export const unprotectBranch: UseCase<ProtectedBranchRef, void> = async (forge, { principal, context }, ref) => {
  const row = changeable(forge, { principal }, ref)
  if (E.isLeft(row)) return row
  const done = await forge.aggregates.execute(protectedBranch, row.right.id, { type: 'Unprotect' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
