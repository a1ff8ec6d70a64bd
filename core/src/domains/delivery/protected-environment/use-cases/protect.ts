import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { retriedOnConflict } from '../../../../app/retry.js'
import { conflict, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { AccessGrant, ApprovalRule } from '../access-levels.js'
import { type ProtectionTerms, protectedEnvironment, protectionName } from '../aggregate.js'
import type { ProtectedEnvironmentRow } from '../queries.js'
import {
  type AccessGrantInput,
  accessGrantsKnownTo,
  changedList,
  findProtectionOwner,
  type IsKnownAccessGrant,
  numbered,
  type ProtectionOwner,
  type ProtectionScopeRef,
} from '../steps/access-grants.js'

/** An approval rule, as a client names it. */
export interface ApprovalRuleInput extends AccessGrantInput {
  readonly requiredApprovals?: number | undefined
}

/** The terms of a protection, as a client names them. */
export interface ProtectionTermsInput {
  readonly deployAccess: ReadonlyArray<AccessGrantInput>
  readonly requiredApprovals: number
  readonly rules: ReadonlyArray<ApprovalRuleInput>
}

const asRule = (accessGrant: AccessGrant, one: ApprovalRuleInput): ApprovalRule => ({
  ...accessGrant,
  requiredApprovals: one.requiredApprovals ?? 1,
})

const rowOf = (forge: Forge, owner: ProtectionOwner, name: string): E.Either<Rejection, ProtectedEnvironmentRow> => {
  return E.fromNullable(recordNotFound)(forge.read.protectedEnvironments.find(owner.scope, owner.id, name))
}

/** The terms with a number for every entry. */
const freshTerms = async (
  forge: Forge,
  known: IsKnownAccessGrant,
  { deployAccess, requiredApprovals, rules }: ProtectionTermsInput,
): Promise<E.Either<Rejection, ProtectionTerms>> => {
  const [access, approving] = await Promise.all([
    numbered(forge, known, 'deploy_access_level', deployAccess, (one) => one),
    numbered(forge, known, 'approval_rule', rules, asRule),
  ])
  if (E.isLeft(access)) return access
  if (E.isLeft(approving)) return approving
  return E.right({ deployAccess: access.right, requiredApprovals, rules: approving.right })
}

/** A protected environment as the API names it. */
export interface ProtectionRef {
  readonly place: ProtectionScopeRef
  readonly name: string
}

/** Protected environments of a project or group, by name. */
export interface ListProtections {
  readonly place: ProtectionScopeRef
  readonly page: PageRequest
}

/** The protected environments of a project or group. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listProtections: Query<ListProtections, Page<ProtectedEnvironmentRow>> = (forge, caller, input) => {
  const owner = findProtectionOwner(forge, caller, input.place)
  if (E.isLeft(owner)) return owner
  return E.right(forge.read.protectedEnvironments.list(owner.right.scope, owner.right.id, input.page))
}

/** One protected environment. Rejections: `NotFound` (Project, Group); `Forbidden`; `RecordNotFound`. */
export const getProtection: Query<ProtectionRef, ProtectedEnvironmentRow> = (forge, caller, { place, name }) => {
  const owner = findProtectionOwner(forge, caller, place)
  return E.isLeft(owner) ? owner : rowOf(forge, owner.right, name)
}

/** An environment that is to be protected, and how. */
export interface ProtectEnvironment extends ProtectionRef, ProtectionTermsInput {}

/** Protects an environment, which need not exist. Rejections: `Conflict` where it is protected already; `Unprocessable` with all errors. */
export const protectEnvironment: UseCase<ProtectEnvironment, ProtectedEnvironmentRow> = async (
  forge,
  caller,
  input,
) => {
  const found = findProtectionOwner(forge, caller, input.place)
  if (E.isLeft(found)) return found
  const { principal, context } = caller
  const [owner, { name }] = [found.right, input]
  const taken = refuse(conflict(`Protected environment '${name}' already exists`))
  if (forge.read.protectedEnvironments.find(owner.scope, owner.id, name) !== undefined) return taken
  const numbered = freshTerms(forge, accessGrantsKnownTo(forge, principal, owner), input)
  numbered.catch(() => undefined)
  const place = { scope: owner.scope, scopeId: owner.id, name }
  const [counter, names] = ['protected_environment', [protectionName(place)]]
  const made = await forge.aggregates.create(protectedEnvironment, counter, names, context, async (_, execute) => {
    const terms = await numbered
    if (E.isLeft(terms)) return terms
    const own = withNewCommandId(forge, context)
    const done = await execute({ type: 'Protect', ...place, ...terms.right }, own)
    return E.isLeft(done) ? done : rowOf(forge, owner, name)
  })
  return E.isLeft(made) && made.left.kind === 'Conflict' ? taken : made
}

/** The present terms with the requested changes. */
const changedTerms = async (
  forge: Forge,
  known: IsKnownAccessGrant,
  { deployAccess, requiredApprovals, rules }: ProtectionTerms,
  wanted: Partial<ProtectionTermsInput>,
): Promise<E.Either<Rejection, ProtectionTerms>> => {
  const same = (accessGrant: AccessGrant): AccessGrant => accessGrant
  const access = await changedList(forge, known, 'deploy_access_level', deployAccess, wanted.deployAccess ?? [], same)
  if (E.isLeft(access)) return access
  const asChanged = (
    accessGrant: AccessGrant,
    one: ApprovalRuleInput,
    old: ApprovalRule | undefined,
  ): ApprovalRule => ({
    ...accessGrant,
    requiredApprovals: one.requiredApprovals ?? old?.requiredApprovals ?? 1,
  })
  const approving = await changedList(forge, known, 'approval_rule', rules, wanted.rules ?? [], asChanged)
  if (E.isLeft(approving)) return approving
  return E.right({
    deployAccess: access.right,
    requiredApprovals: wanted.requiredApprovals ?? requiredApprovals,
    rules: approving.right,
  })
}

/** How often the change is repeated where the protection has changed meanwhile. */
const ATTEMPTS = 8

/** What is to change of a protection; what is left out stays as it is. */
export interface ChangeProtection extends ProtectionRef, Partial<ProtectionTermsInput> {}

/** Changes who may deploy and approve; entries are changed by id. Rejections: `RecordNotFound`; `Unprocessable`; `Conflict`. */
export const changeProtection: UseCase<ChangeProtection, ProtectedEnvironmentRow> = async (forge, caller, input) => {
  const found = findProtectionOwner(forge, caller, input.place)
  if (E.isLeft(found)) return found
  const { principal, context } = caller
  const [owner, { name }] = [found.right, input]
  const known = accessGrantsKnownTo(forge, principal, owner)
  return retriedOnConflict(ATTEMPTS, async () => {
    const row = rowOf(forge, owner, name)
    if (E.isLeft(row)) return row
    const { id, deployAccess, requiredApprovals, rules } = row.right
    const seen = { deployAccess, requiredApprovals, rules }
    const terms = await changedTerms(forge, known, seen, input)
    if (E.isLeft(terms)) return terms
    const command = { type: 'Change', seen, ...terms.right } as const
    const done = await forge.aggregates.execute(protectedEnvironment, id, command, withNewCommandId(forge, context))
    return E.isLeft(done) ? done : rowOf(forge, owner, name)
  })
}

/** Lifts the protection. Rejections: `RecordNotFound`. */
export const unprotectEnvironment: UseCase<ProtectionRef, void> = async (forge, caller, { place, name }) => {
  const owner = findProtectionOwner(forge, caller, place)
  if (E.isLeft(owner)) return owner
  const { context } = caller
  const row = rowOf(forge, owner.right, name)
  if (E.isLeft(row)) return row
  const { id } = row.right
  const done = await forge.aggregates.execute(protectedEnvironment, id, { type: 'Unprotect' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
