import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal } from '../../../access/index.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Lookup, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { type Changes, conflict, forbidden, invalid, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findGroup, mayInGroup } from '../../projects/group/access.js'
import { projectFor } from '../../projects/project/access.js'
import { type CiVariableDetails, type CiVariableOwner, ciVariable, isMaskable } from './aggregate.js'
import type { CiVariableRow } from './queries.js'

/** An owner of variables, as the API names it. */
export type CiVariableOwnerRef =
  | { readonly kind: 'project' | 'group'; readonly ref: number | string }
  | { readonly kind: 'instance' }

/** A variable as the API names it: by its key, and by its environment scope where several have that key. */
export interface CiVariableRef {
  readonly owner: CiVariableOwnerRef
  readonly key: string
  readonly environmentScope?: string | undefined
}

/**
 * Authorises the administration of variables: maintainers of projects, owners of groups, administrators of the instance. Rejections:
 * `NotFound` (Project, Group); `Forbidden`.
 */
const ownerFor = (
  forge: Forge,
  principal: Principal,
  owner: CiVariableOwnerRef,
): E.Either<Rejection, CiVariableOwner> => {
  if (owner.kind === 'instance') {
    const found = administrator(principal)
    return E.isLeft(found) ? found : E.right({ kind: 'instance', id: 0 })
  }
  if (owner.kind === 'project') {
    const found = projectFor(forge, principal, owner.ref, 'admin_ci_variables')
    return E.isLeft(found) ? found : E.right({ kind: 'project', id: found.right.project.id })
  }
  const found = findGroup(forge, principal, owner.ref)
  if (E.isLeft(found)) return found
  return mayInGroup(found.right, 'admin_group')
    ? E.right({ kind: 'group', id: found.right.group.id })
    : refuse(forbidden())
}

const SEVERAL = conflict(
  "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
)

const find = (forge: Forge, principal: Principal, ref: CiVariableRef): E.Either<Rejection, CiVariableRow> => {
  const owner = ownerFor(forge, principal, ref.owner)
  if (E.isLeft(owner)) return owner
  const { environmentScope } = ref
  const rows = forge.read.ciVariables
    .named(owner.right, ref.key)
    .filter((row) => environmentScope === undefined || row.environmentScope === environmentScope)
  const [row] = rows
  if (row === undefined) return refuse(notFound('Variable'))
  return rows.length > 1 ? refuse(SEVERAL) : E.right(row)
}

/** The decrypted value of a variable. */
export const ciVariableValue: Lookup<CiVariableRow, string> = ({ secretBox }, { value }) => secretBox.open(value) ?? ''

/** Variables of a project, a group or the instance. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listCiVariables: Query<
  { readonly owner: CiVariableOwnerRef; readonly page: PageRequest },
  Page<CiVariableRow>
> = (forge, { principal }, { owner: ref, page }) => {
  const owner = ownerFor(forge, principal, ref)
  return E.isLeft(owner) ? owner : E.right(forge.read.ciVariables.list(owner.right, page))
}

/** One variable. Rejections: `NotFound` (Project, Group, Variable); `Forbidden`; `Conflict` where the scope is needed to identify it. */
export const getCiVariable: Query<CiVariableRef, CiVariableRow> = (forge, { principal }, ref) =>
  find(forge, principal, ref)

const NOT_MASKABLE = invalid({ value: ['is invalid'] })

const taken = (rejection: Rejection, key: string): Rejection =>
  rejection.kind === 'Conflict' ? invalid({ key: [`(${key}) has already been taken`] }) : rejection

/**
 * Creates a variable; its value is sealed before it is stored. Rejections: `NotFound` (Project, Group); `Forbidden`; `Invalid` (key, value,
 * environment_scope); `Unavailable`.
 */
export const createCiVariable: UseCase<
  { readonly owner: CiVariableOwnerRef; readonly key: string } & CiVariableDetails,
  CiVariableRow
> = async (forge, { principal, context }, { owner: ref, key, ...given }) => {
  const owner = ownerFor(forge, principal, ref)
  if (E.isLeft(owner)) return owner
  if (given.masked && !isMaskable(given.value)) return refuse(NOT_MASKABLE)
  const details = { ...given, value: forge.secretBox.seal(given.value) }
  const command = { type: 'Create', owner: owner.right, key, details } as const
  const preflight = ciVariable.decide(command)(ciVariable.initial)
  if (E.isLeft(preflight)) return preflight
  const namesakes = forge.read.ciVariables.named(owner.right, key)
  if (namesakes.some((row) => row.environmentScope === given.environmentScope)) return refuse(taken(conflict(), key))
  const made = await createStream(forge, ciVariable, 'ci_variable', command, context)
  if (E.isLeft(made)) return refuse(taken(made.left, key))
  const row = forge.read.ciVariables.named(owner.right, key).find(({ id }) => id === made.right.id)
  return shownRow(row, 'variable')
}

/** Changes a variable. Rejections: as `getCiVariable`; `Invalid` (key, value, environment_scope). */
export const changeCiVariable: UseCase<
  { readonly variable: CiVariableRef; readonly changes: Changes<CiVariableDetails> },
  CiVariableRow
> = async (forge, { principal, context }, { variable, changes }) => {
  const found = find(forge, principal, variable)
  if (E.isLeft(found)) return found
  const row = found.right
  const clear = ciVariableValue(forge, row)
  const wanted = changes.value ?? clear
  if ((changes.masked ?? row.masked) && !isMaskable(wanted)) return refuse(NOT_MASKABLE)
  const value = wanted === clear ? undefined : forge.secretBox.seal(wanted)
  const command = { type: 'Change', changes: { ...changes, value } } as const
  const done = await forge.aggregates.execute(ciVariable, row.id, command, context)
  if (E.isLeft(done)) return refuse(taken(done.left, row.key))
  return E.right(forge.read.ciVariables.named(row.owner, row.key).find(({ id }) => id === row.id) ?? row)
}

/** Deletes a variable. Rejections: as `getCiVariable`. */
export const deleteCiVariable: UseCase<CiVariableRef, void> = async (forge, { principal, context }, ref) => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(ciVariable, found.right.id, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
