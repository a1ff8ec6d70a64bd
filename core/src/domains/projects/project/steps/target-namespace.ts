import * as E from 'fp-ts/lib/Either.js'
import { canInGroup, type SignedIn, UNRESTRICTED, viewerOf } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { isAuditor } from '../../../identity/user/instance-rules.js'
import type { NamespaceRow } from '../../namespace/queries.js'
import { projectsLimitSentence } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'

const namespaceInvalid: Rejection = invalid({ namespace: ['is not valid'] })

/** A namespace as the API names it: its id, or its full path. */
export type NamespaceRef = number | string

/** A namespace by id or path, without regard to the caller. */
const namespaceNamed = (forge: Forge, ref: NamespaceRef): NamespaceRow | undefined => {
  const { namespaces } = forge.read
  if (typeof ref === 'number') return namespaces.byId(ref)
  return /^\d+$/.test(ref) ? namespaces.byId(Number(ref)) : namespaces.byFullPath(ref)
}

/** The namespace of a new project; undefined: the caller's personal one. Rejections: `Invalid` (namespace), `Forbidden`. */
export const targetNamespace = (
  forge: Forge,
  caller: SignedIn,
  ref: NamespaceRef | undefined,
): E.Either<Rejection, NamespaceRow> => {
  const namespace = ref === undefined ? forge.read.namespaces.ofUser(caller.userId) : namespaceNamed(forge, ref)
  if (namespace === undefined) return refuse(namespaceInvalid)
  if (namespace.kind === 'user')
    return namespace.ownerId === caller.userId || caller.admin ? E.right(namespace) : refuse(namespaceInvalid)
  const group = forge.read.groups.byId(namespace.id)
  const viewer = viewerOf(caller, forge.read.groups.level(caller.userId, namespace.id))
  return group !== undefined && canInGroup('create_projects', viewer, group)
    ? E.right(namespace)
    : refuse(namespaceInvalid)
}

const PAGE_OF_NONE = { page: 1, perPage: 1 }

/** Whether the limit of personal projects is reached; external users and auditors may have none. */
export const limitReached = (forge: Forge, namespace: NamespaceRow): Rejection | undefined => {
  if (namespace.ownerId === null) return undefined
  const owner = forge.read.users.byId(namespace.ownerId)
  const limit = owner === undefined || owner.external || isAuditor(owner, forge.instance.tier) ? 0 : owner.projectsLimit
  const filter = { visibleTo: UNRESTRICTED, namespaceId: namespace.id, orderBy: 'id', sort: 'asc' } as const
  const count = forge.read.projects.list(filter, PAGE_OF_NONE).total ?? Number.POSITIVE_INFINITY
  if (count < limit) return undefined
  return forbidden(
    limit === 0
      ? 'You cannot create projects in your personal namespace. Contact your administrator.'
      : projectsLimitSentence(limit),
  )
}

/** The visibility of the group of a project; undefined in a personal namespace. */
export const groupVisibilityOf = (forge: Forge, namespace: NamespaceRow): ProjectRow['visibility'] | undefined =>
  namespace.kind === 'group' ? forge.read.groups.byId(namespace.id)?.visibility : undefined
