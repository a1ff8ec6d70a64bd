import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { conflict, type Rejection, recordNotFound, refuse, streamOf } from '../../../kernel/index.js'
import type { ApprovalRule, Designee } from '../access.js'
import { protectedEnvironment } from '../decider.js'
import type { ProtectionTerms } from '../events.js'
import type { ProtectedEnvironmentRow } from '../queries.js'
import type { ProtectionScope } from '../state.js'

/** Whose protection: a project's or a group's, already found and allowed. */
export interface ProtectionOwner {
  readonly scope: ProtectionScope
  readonly id: number
}

/** Somebody as a client names them. */
export interface WantedDesignee {
  readonly id?: number | undefined
  readonly accessLevel?: number | undefined
  readonly userId?: number | undefined
  readonly groupId?: number | undefined
  /** Leaves the entry of that id out. */
  readonly destroy?: boolean | undefined
}

export interface WantedRule extends WantedDesignee {
  readonly requiredApprovals?: number | undefined
}

export interface WantedTerms {
  readonly deployAccess: ReadonlyArray<WantedDesignee>
  readonly requiredApprovals: number
  readonly rules: ReadonlyArray<WantedRule>
}

const reservedName = ({ scope, id }: ProtectionOwner, name: string) => ({
  kind: 'protected-environment',
  name: `${scope}\0${id}\0${name}`,
})

const DEVELOPER = 30

/** Users and groups without a way into the project or group are left out in silence (behaviour of the documented API). */
const isKnown = (forge: Forge, owner: ProtectionOwner, { userId, groupId }: WantedDesignee): boolean => {
  if (groupId !== undefined) return forge.read.groups.byId(groupId) !== undefined
  if (userId === undefined) return true
  const level =
    owner.scope === 'project' ? forge.read.projects.level(userId, owner.id) : forge.read.groups.level(userId, owner.id)
  return level >= DEVELOPER || (level > 0 && owner.scope === 'project')
}

const numbered = async <W extends WantedDesignee, D>(
  forge: Forge,
  owner: ProtectionOwner,
  counter: string,
  wanted: ReadonlyArray<W>,
  finish: (designee: Designee, one: W) => D,
): Promise<E.Either<Rejection, ReadonlyArray<D>>> => {
  const made: Array<D> = []
  for (const one of wanted) {
    if (!isKnown(forge, owner, one)) continue
    const id = await forge.numbers.next(counter)
    if (E.isLeft(id)) return id
    const { accessLevel = null, userId = null, groupId = null } = one
    made.push(finish({ id: id.right, accessLevel, userId, groupId }, one))
  }
  return E.right(made)
}

const asRule = (designee: Designee, one: WantedRule): ApprovalRule => ({
  ...designee,
  requiredApprovals: one.requiredApprovals ?? 1,
})

const rowOf = (forge: Forge, owner: ProtectionOwner, name: string): E.Either<Rejection, ProtectedEnvironmentRow> => {
  const row = forge.read.protectedEnvironments.find(owner.scope, owner.id, name)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** Protects an environment, which need not exist. Rejections: `Conflict` where it is protected already; `Unprocessable` with all sentences. */
export const protectEnvironment =
  ({ context }: Caller, owner: ProtectionOwner, name: string, wanted: WantedTerms): UseCase<ProtectedEnvironmentRow> =>
  (forge) =>
  async () => {
    const taken = refuse(conflict(`Protected environment '${name}' already exists`))
    if (forge.read.protectedEnvironments.find(owner.scope, owner.id, name) !== undefined) return taken
    const deployAccess = await numbered(forge, owner, 'deploy_access_level', wanted.deployAccess, (one) => one)
    if (E.isLeft(deployAccess)) return deployAccess
    const rules = await numbered(forge, owner, 'approval_rule', wanted.rules, asRule)
    if (E.isLeft(rules)) return rules
    const command = {
      type: 'Protect',
      scope: owner.scope,
      scopeId: owner.id,
      name,
      deployAccess: deployAccess.right,
      requiredApprovals: wanted.requiredApprovals,
      rules: rules.right,
    } as const
    const sound = protectedEnvironment.decide(command)(protectedEnvironment.initial)
    if (E.isLeft(sound)) return sound
    const id = await forge.numbers.next('protected_environment')
    if (E.isLeft(id)) return id
    const holder = streamOf(protectedEnvironment, id.right)
    const reserved = await forge.reservations.take(reservedName(owner, name), holder, context)
    if (E.isLeft(reserved)) return reserved.left.kind === 'Conflict' ? taken : reserved
    const made = await forge.aggregates.execute(protectedEnvironment, id.right, command, alongside(forge, context))
    if (E.isRight(made)) return rowOf(forge, owner, name)
    await forge.reservations.release(reservedName(owner, name), holder, context)
    return made
  }

/** What stays of a list, what is changed in place, and what comes new. */
const changedList = async <W extends WantedDesignee, D extends Designee>(
  forge: Forge,
  owner: ProtectionOwner,
  counter: string,
  before: ReadonlyArray<D>,
  wanted: ReadonlyArray<W>,
  finish: (designee: Designee, one: W, old: D | undefined) => D,
): Promise<E.Either<Rejection, ReadonlyArray<D>>> => {
  const kept = before.flatMap((old) => {
    const one = wanted.find(({ id }) => id === old.id)
    if (one === undefined) return [old]
    if (one.destroy === true) return []
    const named = one.accessLevel !== undefined || one.userId !== undefined || one.groupId !== undefined
    const { accessLevel = null, userId = null, groupId = null } = one
    return [finish(named ? { id: old.id, accessLevel, userId, groupId } : old, one, old)]
  })
  const fresh = wanted.filter(({ id }) => id === undefined)
  const added = await numbered(forge, owner, counter, fresh, (designee, one) => finish(designee, one, undefined))
  return E.isLeft(added) ? added : E.right([...kept, ...added.right])
}

/** Changes who may deploy and approve; entries are changed by id. Rejections: `RecordNotFound`; `Unprocessable`. */
export const changeProtection =
  (
    { context }: Caller,
    owner: ProtectionOwner,
    name: string,
    wanted: Partial<WantedTerms>,
  ): UseCase<ProtectedEnvironmentRow> =>
  (forge) =>
  async () => {
    const row = rowOf(forge, owner, name)
    if (E.isLeft(row)) return row
    const access = await changedList(
      forge,
      owner,
      'deploy_access_level',
      row.right.deployAccess,
      wanted.deployAccess ?? [],
      (designee) => designee,
    )
    if (E.isLeft(access)) return access
    const rules = await changedList(
      forge,
      owner,
      'approval_rule',
      row.right.rules,
      wanted.rules ?? [],
      (designee, one: WantedRule, old: ApprovalRule | undefined) => ({
        ...designee,
        requiredApprovals: one.requiredApprovals ?? old?.requiredApprovals ?? 1,
      }),
    )
    if (E.isLeft(rules)) return rules
    const terms: ProtectionTerms = {
      deployAccess: access.right,
      requiredApprovals: wanted.requiredApprovals ?? row.right.requiredApprovals,
      rules: rules.right,
    }
    const done = await forge.aggregates.execute(
      protectedEnvironment,
      row.right.id,
      { type: 'Change', ...terms },
      context,
    )
    return E.isLeft(done) ? done : rowOf(forge, owner, name)
  }

/** Lifts the protection. Rejections: `RecordNotFound`. */
export const unprotectEnvironment =
  ({ context }: Caller, owner: ProtectionOwner, name: string): UseCase<void> =>
  (forge) =>
  async () => {
    const row = rowOf(forge, owner, name)
    if (E.isLeft(row)) return row
    const { id } = row.right
    const done = await forge.aggregates.execute(protectedEnvironment, id, { type: 'Unprotect' }, context)
    if (E.isLeft(done)) return done
    await forge.reservations.release(reservedName(owner, name), streamOf(protectedEnvironment, id), context)
    return E.right(undefined)
  }
