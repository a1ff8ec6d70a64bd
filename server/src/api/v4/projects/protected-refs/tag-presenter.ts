import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ProtectedTagRow } from '@forgefold/core/domains/projects/protected-tag'
import { presentAccess } from './branch-presenter.js'

/** A protected tag, with who may make tags of its name. */
export const presentProtectedTag = (forge: Forge, principal: Principal, row: ProtectedTagRow) => ({
  name: row.name,
  create_access_levels: row.create.map((access) => presentAccess(forge, principal, access)),
})
