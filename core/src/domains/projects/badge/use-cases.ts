import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import { createStream } from '../../../app/create-stream.js'
import type { AsyncQuery, Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { invalid, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findGroup, groupFor } from '../group/access.js'
import { findProject, projectFor } from '../project/access.js'
import { type ResourceParentRef, resourceParentAndAncestors } from '../resource-parent/access.js'
import { isSameResourceParent, type ResourceParent } from '../resource-parent/resource-parent.js'
import { type BadgeDetails, badge, badgeFindings } from './aggregate.js'
import type { BadgePlaceholders } from './placeholders.js'
import type { BadgeRow } from './queries.js'

/** A badge as the API names it. */
export interface BadgeRef {
  readonly owner: ResourceParentRef
  readonly id: number
}

const visible = (
  forge: Forge,
  principal: Principal,
  { kind, ref }: ResourceParentRef,
): E.Either<Rejection, ResourceParent> => {
  if (kind === 'project') {
    const found = findProject(forge, principal, ref)
    return E.isLeft(found) ? found : E.right({ kind, id: found.right.project.id })
  }
  const found = findGroup(forge, principal, ref)
  return E.isLeft(found) ? found : E.right({ kind, id: found.right.group.id })
}

/** Maintainers of projects, and owners of groups. */
const administered = (
  forge: Forge,
  principal: Principal,
  { kind, ref }: ResourceParentRef,
): E.Either<Rejection, ResourceParent> => {
  if (kind === 'project') {
    const found = projectFor(forge, principal, ref, 'admin_project')
    return E.isLeft(found) ? found : E.right({ kind, id: found.right.project.id })
  }
  const found = groupFor(forge, principal, ref, 'admin_group')
  return E.isLeft(found) ? found : E.right({ kind, id: found.right.group.id })
}

/** A project also shows the badges of the groups above it, a group only its own. */
const placesOf = (forge: Forge, owner: ResourceParent): ReadonlyArray<ResourceParent> =>
  owner.kind === 'project' ? resourceParentAndAncestors(forge, owner) : [owner]

/** Which badges, and which page of them. */
export interface ListBadges {
  readonly owner: ResourceParentRef
  readonly name: string | undefined
  readonly page: PageRequest
}

/** The badges that a project or group shows. Rejections: `NotFound` (Project, Group). */
export const listBadges: Query<ListBadges, Page<BadgeRow>> = (forge, { principal }, { owner, name, page }) => {
  const found = visible(forge, principal, owner)
  return E.isLeft(found) ? found : E.right(forge.read.badges.list(placesOf(forge, found.right), name, page))
}

/** One badge that a project or group shows. Rejections: `NotFound` (Project, Group, Badge). */
export const getBadge: Query<BadgeRef, BadgeRow> = (forge, { principal }, { owner, id }) => {
  const found = visible(forge, principal, owner)
  if (E.isLeft(found)) return found
  const row = forge.read.badges.byId(id)
  const isShown =
    row !== undefined && placesOf(forge, found.right).some((place) => isSameResourceParent(place, row.place))
  return isShown ? E.right(row) : refuse(notFound('Badge'))
}

const shown = (forge: Forge, id: number): E.Either<Rejection, BadgeRow> => {
  return shownRow(forge.read.badges.byId(id), 'badge')
}

/** A new badge. */
export interface NewBadge extends Required<Pick<BadgeDetails, 'linkUrl' | 'imageUrl'>> {
  readonly owner: ResourceParentRef
  readonly name: string | undefined
}

/** Makes a badge. Rejections: `NotFound` (Project, Group); `Forbidden`; `Invalid` (link_url, image_url). */
export const createBadge: UseCase<NewBadge, BadgeRow> = async (forge, { principal, context }, input) => {
  const owner = administered(forge, principal, input.owner)
  if (E.isLeft(owner)) return owner
  const { name = null, linkUrl, imageUrl } = input
  const command = { type: 'Create', place: owner.right, name, linkUrl, imageUrl } as const
  const made = await createStream(forge, badge, 'badge', command, context)
  return E.isLeft(made) ? made : shown(forge, made.right.id)
}

/** A badge is changed only through the project or group that it belongs to. */
const own = (forge: Forge, principal: Principal, { owner, id }: BadgeRef): E.Either<Rejection, BadgeRow> => {
  const place = administered(forge, principal, owner)
  if (E.isLeft(place)) return place
  const row = forge.read.badges.byId(id)
  return row !== undefined && isSameResourceParent(row.place, place.right) ? E.right(row) : refuse(notFound('Badge'))
}

/** A change of a badge; omitted fields stay as they are. */
export interface ChangeBadge extends BadgeRef {
  readonly name: string | undefined
  readonly linkUrl: string | undefined
  readonly imageUrl: string | undefined
}

/** Changes a badge. Rejections: `NotFound` (Project, Group, Badge); `Forbidden`; `Invalid`. */
export const changeBadge: UseCase<ChangeBadge, BadgeRow> = async (forge, { principal, context }, input) => {
  const found = own(forge, principal, input)
  if (E.isLeft(found)) return found
  const { name, linkUrl, imageUrl } = input
  const done = await forge.aggregates.execute(
    badge,
    found.right.id,
    { type: 'Change', name, linkUrl, imageUrl },
    context,
  )
  return E.isLeft(done) ? done : shown(forge, found.right.id)
}

/** Deletes a badge. Rejections: `NotFound` (Project, Group, Badge); `Forbidden`. */
export const deleteBadge: UseCase<BadgeRef, unknown> = async (forge, { principal, context }, ref) => {
  const found = own(forge, principal, ref)
  if (E.isLeft(found)) return found
  return forge.aggregates.execute(badge, found.right.id, { type: 'Delete' }, context)
}

/** Validates the URLs of a badge that the caller may create. Rejections: `NotFound` (Project, Group); `Forbidden`; `Invalid`. */
export const checkBadge: Query<Omit<NewBadge, 'name'>, ResourceParent> = (
  forge,
  { principal },
  { owner, ...addresses },
) => {
  const found = administered(forge, principal, owner)
  if (E.isLeft(found)) return found
  const wrong = badgeFindings(addresses)
  return wrong === undefined ? found : refuse(invalid(wrong))
}

/** The values of placeholders where a badge is shown. Rejections: `NotFound` (Project, Group). */
export const badgePlaceholders: AsyncQuery<ResourceParentRef, BadgePlaceholders> = async (
  forge,
  { principal },
  owner,
) => {
  const found = visible(forge, principal, owner)
  if (E.isLeft(found)) return found
  const project = found.right.kind === 'project' ? forge.read.projects.byId(found.right.id) : undefined
  const branch = project?.defaultBranch ?? undefined
  const git = project === undefined ? undefined : forge.git.of(project.id)
  return E.right({ project, sha: branch === undefined ? undefined : await git?.resolve(`refs/heads/${branch}`) })
}
