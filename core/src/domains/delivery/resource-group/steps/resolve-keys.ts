import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { createStream } from '../../../../app/create-stream.js'
import { findOrCreate } from '../../../../app/find-or-create.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { resourceGroup } from '../aggregate.js'

/** The most resource groups that one pipeline creates: each is a stream of its own with a unique name. */
const MAX_NEW = 100

const ensure = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  key: string,
): Promise<E.Either<Rejection, number | undefined>> => {
  const find = () => forge.read.resourceGroups.named(projectId, key)?.id
  const before = find()
  if (before !== undefined) return E.right(before)
  const found = await forge.mutex.run(`resource group ${projectId} ${key}`, () =>
    findOrCreate(forge, find, async () =>
      E.map(({ id }: { readonly id: number }) => id)(
        await createStream(
          forge,
          resourceGroup,
          'resource_group',
          { type: 'Create', projectId, key },
          withNewCommandId(forge, context),
        ),
      ),
    ),
  )
  return E.isLeft(found) && found.left.kind === 'Invalid' ? E.right(undefined) : found
}

/**
 * The ids of a project's resource groups by key; missing ones are created. Invalid keys have none.
 * Rejections: `Invalid` with `base` where more than 100 are missing; those of `findOrCreate`.
 */
export const resolveResourceGroups = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  keys: ReadonlyArray<string>,
): Promise<E.Either<Rejection, ReadonlyMap<string, number>>> => {
  const wanted = [...new Set(keys)]
  const missing = wanted.filter((key) => forge.read.resourceGroups.named(projectId, key) === undefined).length
  if (missing > MAX_NEW)
    return refuse(
      invalid({ base: [`${missing} resource groups are new, at most ${MAX_NEW} are made with one pipeline.`] }),
    )
  const ids = await Promise.all(wanted.map((key) => ensure(forge, context, projectId, key)))
  const known = new Map<string, number>()
  for (const [index, id] of ids.entries()) {
    if (E.isLeft(id)) return id
    if (id.right !== undefined) known.set(wanted[index] as string, id.right)
  }
  return E.right(known)
}
