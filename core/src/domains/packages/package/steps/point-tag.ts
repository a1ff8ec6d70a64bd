import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { distributionTag } from '../../distribution-tag/aggregate.js'

/** The npm name and project of tags. */
interface TaggedName {
  readonly projectId: number
  readonly name: string
}

/** The stream of a name's tags, named by a keyed digest because stream names contain no names. */
export const streamIdOf = (forge: Forge, { projectId, name }: TaggedName): string =>
  forge.secrets.keyedDigest(`distribution-tag\0${projectId}\0${name}`)

/** The number of a tag that is about to be created. */
export const tagNumber = (forge: Forge): ReturnType<typeof prefetchNumber> => prefetchNumber(forge, 'package_tag')

/** Points a tag to a version, and away from its previous one. Rejections: `Invalid`; `Unavailable`. */
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
