import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { distributionTag } from '../../distribution-tag/index.js'

/** Whose tags: those of one npm name in one project. */
export interface TaggedName {
  readonly projectId: number
  readonly name: string
}

/** The stream of a name's tags; a keyed digest, because stream names carry no names. */
const streamIdOf = (forge: Forge, { projectId, name }: TaggedName): string =>
  forge.secrets.keyedDigest(`distribution-tag\0${projectId}\0${name}`)

/** Lets a tag point to a version; it leaves the version it pointed to. Rejections: `Invalid`; `Unavailable`. */
export const setTag = async (
  forge: Forge,
  context: CommandContext,
  of: TaggedName,
  tag: string,
  packageId: number,
): Promise<E.Either<Rejection, void>> => {
  const tagId = await forge.numbers.next('package_tag')
  if (E.isLeft(tagId)) return tagId
  const command = { type: 'Set', tag, packageId, tagId: tagId.right } as const
  const set = await forge.aggregates.execute(
    distributionTag,
    streamIdOf(forge, of),
    command,
    withNewCommandId(forge, context),
  )
  return E.isLeft(set) ? set : E.right(undefined)
}

/** Takes a tag away. Rejections: `NotFound` (Package Tag); `Unavailable`. */
export const removeTag = async (
  forge: Forge,
  context: CommandContext,
  of: TaggedName,
  tag: string,
): Promise<E.Either<Rejection, void>> => {
  const removed = await forge.aggregates.execute(
    distributionTag,
    streamIdOf(forge, of),
    { type: 'Remove', tag },
    withNewCommandId(forge, context),
  )
  return E.isLeft(removed) ? removed : E.right(undefined)
}
