import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { notFound, type Rejection } from '../../../../kernel/index.js'
import { isBranchName } from '../../../naming/ref-name.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import { branchRef } from '../../repository/refs.js'
import type { ProtectedBranchRow } from '../queries.js'
import { changeProtection, protectBranch, unprotectBranch } from './protections.js'

const [DEVELOPER, MAINTAINER] = [30, 40]

/** An existing branch by its own name, without patterns. */
export interface OneBranch {
  readonly project: ProjectRef
  readonly branch: string
}

/** A branch, and whether developers may push and merge; omitted: unchanged, initially maintainers only. */
export interface ProtectOneBranch extends OneBranch {
  readonly developers: { readonly push?: boolean | undefined; readonly merge?: boolean | undefined }
}

const findProtection = async (
  forge: Forge,
  { principal }: Pick<Caller, 'principal'>,
  { project, branch }: OneBranch,
): Promise<E.Either<Rejection, ProtectedBranchRow | undefined>> => {
  const access = projectFor(forge, principal, project, 'admin_protected_branch')
  if (E.isLeft(access)) return access
  const { id } = access.right.project
  const head = isBranchName(branch) ? await forge.git.of(id).ref(branchRef(branch)) : undefined
  return head === undefined ? E.left(notFound('Branch')) : E.right(forge.read.protectedBranches.named(id, branch))
}

const by = (developers: boolean) => [{ level: developers ? DEVELOPER : MAINTAINER, userId: null, groupId: null }]

/** The entries that replace the present ones. */
const replacing = (before: ProtectedBranchRow['push'], developers: boolean | undefined) =>
  developers === undefined
    ? undefined
    : [...before.map(({ id }) => ({ id, destroy: true, level: null, userId: null, groupId: null })), ...by(developers)]

/** Protects an existing branch, or changes who may push and merge. Rejections: `NotFound` (Project, Branch); `Forbidden`. */
export const protectOneBranch: UseCase<ProtectOneBranch, ProtectedBranchRow> = async (forge, caller, input) => {
  const found = await findProtection(forge, caller, input)
  if (E.isLeft(found)) return found
  const { push, merge } = input.developers
  const named = { project: input.project, name: input.branch }
  if (found.right !== undefined) {
    const changes = { push: replacing(found.right.push, push), merge: replacing(found.right.merge, merge) }
    return changeProtection(forge, caller, { ...named, ...changes })
  }
  return protectBranch(forge, caller, {
    ...named,
    push: by(push === true),
    merge: by(merge === true),
    unprotect: [],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
  })
}

/** Removes the protection of an existing branch, if it has one. Rejections: `NotFound` (Project, Branch); `Forbidden`. */
export const unprotectOneBranch: UseCase<OneBranch, void> = async (forge, caller, input) => {
  const found = await findProtection(forge, caller, input)
  if (E.isLeft(found)) return found
  return found.right === undefined
    ? E.right(undefined)
    : unprotectBranch(forge, caller, { project: input.project, name: input.branch })
}
