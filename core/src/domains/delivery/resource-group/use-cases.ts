import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { type Rejection, recordNotFound, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import { type ProcessMode, resourceGroup } from './aggregate.js'
import type { ResourceGroupRow } from './queries.js'

/** Which page of the resource groups of a project. */
export interface ListResourceGroups {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** The resource groups of a project, by id. Rejections: `NotFound` (Project); `Forbidden` below developers. */
export const listResourceGroups: Query<ListResourceGroups, Page<ResourceGroupRow>> = (
  forge,
  { principal },
  { project, page },
) => {
  const access = projectFor(forge, principal, project, 'read_resource_group')
  return E.isLeft(access) ? access : E.right(forge.read.resourceGroups.list(access.right.project.id, page))
}

/** A resource group as the API names it. */
export interface ResourceGroupRef {
  readonly project: ProjectRef
  readonly key: string
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, key }: ResourceGroupRef,
  ability: 'read_resource_group' | 'update_resource_group',
): E.Either<Rejection, ResourceGroupRow> => {
  const access = projectFor(forge, principal, project, ability)
  if (E.isLeft(access)) return access
  const row = forge.read.resourceGroups.named(access.right.project.id, key)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** One resource group. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getResourceGroup: Query<ResourceGroupRef, ResourceGroupRow> = (forge, { principal }, ref) =>
  find(forge, principal, ref, 'read_resource_group')

/** A change of a resource group. */
export interface ChangeResourceGroup extends ResourceGroupRef {
  /** Omitted: unchanged. */
  readonly processMode?: ProcessMode | undefined
}

/** Changes the process mode of a resource group. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const changeResourceGroup: UseCase<ChangeResourceGroup, ResourceGroupRow> = async (
  forge,
  { principal, context },
  { processMode, ...ref },
) => {
  const found = find(forge, principal, ref, 'update_resource_group')
  if (E.isLeft(found) || processMode === undefined) return found
  const command = { type: 'ChangeProcessMode', processMode } as const
  const done = await forge.aggregates.execute(resourceGroup, found.right.id, command, context)
  return E.isLeft(done) ? done : E.right(forge.read.resourceGroups.byId(found.right.id) ?? found.right)
}
