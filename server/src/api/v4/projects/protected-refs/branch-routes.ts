import {
  changeProtection,
  getProtection,
  listProtections,
  PROTECTION_LEVELS,
  type ProtectedBranchRow,
  protectBranch,
  unprotectBranch,
} from '@forgefold/core/domains/projects/protected-branch'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  filter,
  integer,
  listOfObjects,
  oneOfIntegers,
  optional,
  type Route,
  respond,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { accessOf, type NamedAccess } from './access-params.js'
import { presentProtectedBranch } from './presenter.js'
import { protectedNames, protectionRoutes } from './protected-ref-routes.js'
import { protectedBranchShape } from './shape.js'

const names = protectedNames('branch')

const level = oneOfIntegers([...PROTECTION_LEVELS])
const people = listOfObjects({
  user_id: optional(integer(), 'One user'),
  group_id: optional(integer(), 'The members of one group'),
  access_level: optional(level, 'A role and above'),
})

const change = { tier: 'premium', ...lifespanOf('protected_branch.change_access') } as const
const changedPeople = listOfObjects({
  id: optional(integer(), 'The entry to change'),
  user_id: optional(integer(), 'One user'),
  group_id: optional(integer(), 'The members of one group'),
  access_level: optional(level, 'A role and above'),
  _destroy: optional(boolean(), 'Takes the entry out'),
})

const forcePush = optional(boolean(), 'Whether those who may push may force')
const codeOwners = optional(boolean(), 'Whether code owners have to approve', { tier: 'premium' })

/** One user, one group or a role: the first of them that is given. */
const accessChange = (
  one: NamedAccess & { readonly id: number | undefined; readonly _destroy: boolean | undefined },
) => {
  const { user_id: userId = null, group_id: groupId = null, access_level = null } = one
  const role = userId === null && groupId === null ? access_level : null
  return { id: one.id, destroy: one._destroy, level: role, userId, groupId: userId === null ? groupId : null }
}

const { list, one, remove } = protectionRoutes({
  names,
  shape: protectedBranchShape,
  present: presentProtectedBranch,
  filters: { search: optional(filter(string()), 'A part of the name') },
  isWanted: (row: ProtectedBranchRow, { search = '' }) => row.name.toLowerCase().includes(search.toLowerCase()),
  list: listProtections,
  get: getProtection,
  lift: (forge, caller, { project, name }) => unprotectBranch(forge, caller, { project, name }),
})

const create = route({
  method: 'POST',
  path: names.path,
  area: names.area,
  summary: 'Protect a branch',
  caller: 'user',
  params: {
    id: projectId,
    name: names.name,
    push_access_level: optional(level, 'The role that may push'),
    merge_access_level: optional(level, 'The role that may merge'),
    unprotect_access_level: optional(level, 'The role that may unprotect', { tier: 'premium' }),
    allow_force_push: withDefault(boolean(), false, 'Whether those who may push may force'),
    allowed_to_push: optional(people, 'Who may push', { tier: 'premium' }),
    allowed_to_merge: optional(people, 'Who may merge', { tier: 'premium' }),
    allowed_to_unprotect: optional(people, 'Who may unprotect', { tier: 'premium' }),
    code_owner_approval_required: codeOwners,
  },
  success: { status: 201, description: 'The protected branch', schemaFor: protectedBranchShape },
  handler: async (context, params) => {
    const wanted = {
      project: params.id,
      name: params.name,
      push: accessOf(params.push_access_level, params.allowed_to_push),
      merge: accessOf(params.merge_access_level, params.allowed_to_merge),
      unprotect: accessOf(params.unprotect_access_level, params.allowed_to_unprotect),
      allowForcePush: params.allow_force_push,
      codeOwnerApprovalRequired: params.code_owner_approval_required ?? false,
    }
    const made = await protectBranch(context.forge, callerOf(context), wanted)
    return respond(
      (row: ProtectedBranchRow) => presentProtectedBranch(context.forge, context.principal, row),
      201,
    )(made)
  },
})

const update = route({
  method: 'PATCH',
  path: names.one,
  area: names.area,
  summary: 'Change the protection of a branch',
  caller: 'user',
  params: {
    id: projectId,
    name: names.name,
    allow_force_push: forcePush,
    code_owner_approval_required: codeOwners,
    allowed_to_push: optional(changedPeople, 'Who may push; entries are changed by id', change),
    allowed_to_merge: optional(changedPeople, 'Who may merge; entries are changed by id', change),
    allowed_to_unprotect: optional(changedPeople, 'Who may unprotect; entries are changed by id', change),
  },
  success: { status: 200, description: 'The protected branch', schemaFor: protectedBranchShape },
  handler: async (context, params) => {
    const { allow_force_push: allowForcePush, code_owner_approval_required: codeOwnerApprovalRequired } = params
    const changes = {
      project: params.id,
      name: params.name,
      allowForcePush,
      codeOwnerApprovalRequired,
      push: params.allowed_to_push?.map(accessChange),
      merge: params.allowed_to_merge?.map(accessChange),
      unprotect: params.allowed_to_unprotect?.map(accessChange),
    }
    const done = await changeProtection(context.forge, callerOf(context), changes)
    return respond((row: ProtectedBranchRow) => presentProtectedBranch(context.forge, context.principal, row))(done)
  },
})

/** Protected branches of a project. */
export const protectedBranchRoutes: ReadonlyArray<Route> = [list, one, create, update, remove]
