import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { createStream } from '../../../../app/create-stream.js'
import { findOrCreate } from '../../../../app/find-or-create.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { resourceGroup } from '../aggregate.js'

/** The most resource groups that one pipeline creates: each is a stream of its own with a unique name. */
const MAX_NEW = 100

const creationOf = (projectId: number, key: string) => ({ type: 'Create', projectId, key }) as const

/**
 * The keys that resource groups of a project may have, each once; the others name none. Rejections: `Invalid` with `base` where more than 100
 * groups are missing.
 */
export const resourceGroupKeys = (
  forge: Forge,
  projectId: number,
  keys: ReadonlyArray<string>,
): E.Either<Rejection, ReadonlySet<string>> => {
  const valid = new Set(
    keys.filter((key) => E.isRight(resourceGroup.decide(creationOf(projectId, key))(resourceGroup.initial))),
  )
  const missing = [...valid].filter((key) => forge.read.resourceGroups.named(projectId, key) === undefined).length
  return missing > MAX_NEW
    ? refuse(invalid({ base: [`${missing} resource groups are new, at most ${MAX_NEW} are made with one pipeline.`] }))
    : E.right(valid)
}

const ensure = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  key: string,
): Promise<E.Either<Rejection, number>> => {
  const find = () => forge.read.resourceGroups.named(projectId, key)?.id
  const before = find()
  if (before !== undefined) return E.right(before)
  return forge.mutex.run(`resource group ${projectId} ${key}`, () =>
    findOrCreate(forge, find, async () =>
      E.map(({ id }: { readonly id: number }) => id)(
        await createStream(
          forge,
          resourceGroup,
          'resource_group',
          creationOf(projectId, key),
          withNewCommandId(forge, context),
        ),
      ),
    ),
  )
}

/** Creates the resource groups of a project that are missing. Rejections: those of `findOrCreate`. */
export const ensureResourceGroups = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  keys: ReadonlySet<string>,
): Promise<E.Either<Rejection, void>> => {
  const made = await Promise.all(Array.from(keys, (key) => ensure(forge, context, projectId, key)))
  return made.find(E.isLeft) ?? E.right(undefined)
}
