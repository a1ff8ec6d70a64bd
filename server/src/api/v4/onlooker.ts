import type { Principal } from '@forgefold/core/access'
import type { Onlooker } from '@forgefold/core/domains/projects/group'

/** Whose eyes a list is for. */
export const onlookerOf = (principal: Principal): Onlooker =>
  principal.kind === 'user'
    ? { userId: principal.userId, admin: principal.admin, external: principal.external }
    : { userId: undefined, admin: false, external: false }
