import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { numberAhead } from '../../../../app/numbers.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import { distributionTag } from '../../distribution-tag/index.js'
import { enterRegistry, type NamedPackage } from './fetch.js'

/** Whose tags: those of one npm name in one project. */
interface TaggedName {
  readonly projectId: number
  readonly name: string
}

/** The stream of a name's tags; a keyed digest, because stream names carry no names. */
const streamIdOf = (forge: Forge, { projectId, name }: TaggedName): string =>
  forge.secrets.keyedDigest(`distribution-tag\0${projectId}\0${name}`)

/** The number of a tag that is about to point somewhere. */
export const tagNumber = (forge: Forge): ReturnType<typeof numberAhead> => numberAhead(forge, 'package_tag')

/** Lets a tag point to a version; it leaves the version it pointed to. Rejections: `Invalid`; `Unavailable`. */
export const pointTag = async (
  forge: Forge,
  context: CommandContext,
  of: TaggedName,
  tag: string,
  packageId: number,
  number = tagNumber(forge),
): Promise<E.Either<Rejection, void>> => {
  const tagId = await number
  if (E.isLeft(tagId)) return tagId
  const command = { type: 'Set', tag, packageId, tagId: tagId.right } as const
  const own = withNewCommandId(forge, context)
  const set = await forge.aggregates.execute(distributionTag, streamIdOf(forge, of), command, own)
  return E.isLeft(set) ? set : E.right(undefined)
}

/** A distribution tag of an npm package. */
export interface TagRef extends NamedPackage {
  readonly tag: string
}

/** Lets a tag point to a version. Rejections: as `enterRegistry`; `NotFound` (Package); `Invalid`. */
export const setTag: UseCase<TagRef & { readonly version: string }, void> = async (forge, caller, input) => {
  const { project, name, tag, version } = input
  const access = enterRegistry(forge, caller, { project, type: 'npm', ability: 'create_package' })
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const row = forge.read.packages.versionsNamed(projectId, 'npm', name).find((one) => one.version === version)
  return row === undefined
    ? refuse(notFound('Package'))
    : pointTag(forge, caller.context, { projectId, name }, tag, row.id)
}

/** Removes a tag. Rejections: as `enterRegistry`; `NotFound` (Package Tag). */
export const removeTag: UseCase<TagRef, void> = async (forge, caller, { project, name, tag }) => {
  const access = enterRegistry(forge, caller, { project, type: 'npm', ability: 'destroy_package' })
  if (E.isLeft(access)) return access
  const id = streamIdOf(forge, { projectId: access.right.project.id, name })
  const removed = await forge.aggregates.execute(distributionTag, id, { type: 'Remove', tag }, caller.context)
  return E.isLeft(removed) ? removed : E.right(undefined)
}
