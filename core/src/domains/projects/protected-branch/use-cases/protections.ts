import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { conflict, forbidden, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import { allows, type ProtectionAccess } from '../access.js'
import { protectedBranch } from '../aggregate.js'
import type { ProtectedBranchRow } from '../queries.js'
import { applicantOf } from '../rules.js'
import { ACCESS_COUNTER, makeProtection, numberedAccess, type WantedAccess, type WantedProtection } from './make.js'

const ABILITY = 'admin_protected_branch'

/** Protections of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProtections = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
): UseCaseResult<ReadonlyArray<ProtectedBranchRow>> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  return E.isLeft(access) ? access : E.right(forge.read.protectedBranches.ofProject(access.right.project.id))
}

const find = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  name: string,
): E.Either<Rejection, ProtectedBranchRow> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  if (E.isLeft(access)) return access
  const row = forge.read.protectedBranches.named(access.right.project.id, name)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** One protection by its exact name. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getProtection = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  name: string,
): UseCaseResult<ProtectedBranchRow> => find(forge, principal, ref, name)

/** Protects a branch. Rejections: `NotFound` (Project); `Forbidden`; `Conflict`; `Invalid` (name). */
export const protectBranch = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: ProjectRef,
  wanted: Omit<WantedProtection, 'projectId'>,
): UseCaseResult<ProtectedBranchRow> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const taken = conflict(`Protected branch '${wanted.name}' already exists`)
  if (forge.read.protectedBranches.named(projectId, wanted.name) !== undefined) return refuse(taken)
  const made = await makeProtection(forge, { ...wanted, projectId }, context)
  return E.isLeft(made) && made.left.kind === 'Conflict' ? refuse(taken) : made
}

/** A protection that the caller may change or take away: those whom it names, where it names any; administrators always. */
const changeable = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  name: string,
): E.Either<Rejection, ProtectedBranchRow> => {
  const row = find(forge, principal, ref, name)
  if (E.isLeft(row) || forge.instance.tier === 'free' || row.right.unprotect.length === 0) return row
  const who = applicantOf(forge, { principal, projectId: row.right.projectId })
  if (who === undefined) return refuse(forbidden())
  return who.admin || row.right.unprotect.some((one) => allows(one, who)) ? row : refuse(forbidden())
}

/** A new access, or what becomes of the one with this id. */
export interface AccessChange extends WantedAccess {
  readonly id?: number | undefined
  readonly destroy?: boolean | undefined
}

type Accesses = ReadonlyArray<AccessChange> | undefined

/** What is to become of a protection; what is left out stays as it is. */
export interface ProtectionChanges {
  readonly allowForcePush?: boolean | undefined
  readonly codeOwnerApprovalRequired?: boolean | undefined
  readonly push?: Accesses
  readonly merge?: Accesses
  readonly unprotect?: Accesses
}

const isNamed = ({ level, userId, groupId }: WantedAccess): boolean =>
  level !== null || userId !== null || groupId !== null

/** What stays, what is another now, and what comes new; numbers of nothing here are no change. */
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

/** Changes a protection. Rejections: `NotFound` (Project); `Forbidden`, also by its own list of those who may; `RecordNotFound`. */
export const changeProtection = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: ProjectRef,
  name: string,
  changes: ProtectionChanges,
): UseCaseResult<ProtectedBranchRow> => {
  const row = changeable(forge, principal, ref, name)
  if (E.isLeft(row)) return row
  const { push, merge, unprotect, ...flags } = changes
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

/** Takes a protection away. Rejections: `NotFound` (Project); `Forbidden`, also by its own list of those who may; `RecordNotFound`. */
export const unprotectBranch = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: ProjectRef,
  name: string,
): UseCaseResult<void> => {
  const row = changeable(forge, principal, ref, name)
  if (E.isLeft(row)) return row
  const done = await forge.aggregates.execute(protectedBranch, row.right.id, { type: 'Unprotect' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
