import { arrayOf, boolean, integer, maybe, paid, record, type Shape, text } from '../../shape.js'

const branchAccessShape = record('BranchAccessLevel', {
  id: integer,
  access_level: integer,
  access_level_description: text,
  user_id: paid(maybe(integer)),
  group_id: paid(maybe(integer)),
})

export const protectedBranchShape: Shape = record('ProtectedBranch', {
  id: integer,
  name: text,
  push_access_levels: arrayOf(branchAccessShape),
  merge_access_levels: arrayOf(branchAccessShape),
  allow_force_push: boolean,
  unprotect_access_levels: paid(arrayOf(branchAccessShape)),
  code_owner_approval_required: paid(boolean),
})

export const protectedTagShape: Shape = record('ProtectedTag', {
  name: text,
  create_access_levels: arrayOf(branchAccessShape),
})
