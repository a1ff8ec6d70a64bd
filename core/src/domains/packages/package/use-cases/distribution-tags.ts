import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { distributionTag } from '../../distribution-tag/aggregate.js'
import { pointTag, streamIdOf } from '../steps/point-tag.js'
import { authorizeRegistry, type NamedPackage } from './fetch.js'

/** A distribution tag of an npm package. */
export interface TagRef extends NamedPackage {
  readonly tag: string
}

/** Lets a tag point to a version. Rejections: as `authorizeRegistry`; `NotFound` (Package); `Invalid`. */
export const setTag: UseCase<TagRef & { readonly version: string }, void> = async (forge, caller, input) => {
  const { project, name, tag, version } = input
  const access = authorizeRegistry(forge, caller, { project, type: 'npm', ability: 'create_package' })
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const row = forge.read.packages.versionsNamed(projectId, 'npm', name).find((one) => one.version === version)
  return row === undefined
    ? refuse(notFound('Package'))
    : pointTag(forge, caller.context, { projectId, name }, tag, row.id)
}

/** Removes a tag. Rejections: as `authorizeRegistry`; `NotFound` (Package Tag). */
export const removeTag: UseCase<TagRef, void> = async (forge, caller, { project, name, tag }) => {
  const access = authorizeRegistry(forge, caller, { project, type: 'npm', ability: 'destroy_package' })
  if (E.isLeft(access)) return access
  const id = streamIdOf(forge, { projectId: access.right.project.id, name })
  const removed = await forge.aggregates.execute(distributionTag, id, { type: 'Remove', tag }, caller.context)
  return E.isLeft(removed) ? removed : E.right(undefined)
}
