import * as E from 'fp-ts/lib/Either.js'
import type { Beside } from '../../../../app/begin-beside.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { createStream } from '../../../../app/create-stream.js'
import { findOrCreate } from '../../../../app/find-or-create.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, valueOrRetry } from '../../../../app/reactors.js'
import { invalid, type Rejection } from '../../../../kernel/index.js'
import { slugOf } from '../../environment-naming/slug.js'
import type { EnvironmentTier } from '../../environment-naming/tier.js'
import { environment } from '../decider.js'

/** A new environment. */
export interface NewEnvironment {
  readonly projectId: number
  readonly name: string
  readonly externalUrl: string | null
  readonly tier: EnvironmentTier | undefined
}

const creationOf = (forge: Forge, wanted: NewEnvironment) =>
  ({ type: 'Create', ...wanted, slug: slugOf(wanted.name, forge.secrets.digest) }) as const

/** Creates the environment with a number that was allocated before. Returns false where it can never exist: another has its name, or it was deleted. Throws `RetryableError`. */
export const beginIntroduced = async (
  forge: Forge,
  context: CommandContext,
  id: number,
  wanted: NewEnvironment,
): Promise<boolean> => {
  if ((await executeOrRetry(forge, environment, id, creationOf(forge, wanted), context)) !== undefined) return true
  return valueOrRetry(await forge.aggregates.load(environment, id))?.state.kind === 'live'
}

/** Creates an environment, and writes `beside` concurrently; returns its id. Rejections: `Invalid`; `Conflict` where the name is taken; those of `beside`. */
export const makeEnvironment = async (
  forge: Forge,
  context: CommandContext,
  wanted: NewEnvironment,
  beside?: Beside,
): Promise<E.Either<Rejection, number>> => {
  const command = creationOf(forge, wanted)
  const made = await createStream(forge, environment, 'environment', command, withNewCommandId(forge, context), beside)
  return E.isLeft(made) ? made : E.right(made.right.id)
}

/**
 * The environment of that name, created where it is missing; one at a time in this process, so that no number is wasted. `beside` is written
 * concurrently with a new environment only. Rejections: `Invalid`; those of `findOrCreate`.
 */
export const ensureEnvironment = async (
  forge: Forge,
  context: CommandContext,
  wanted: NewEnvironment,
  beside?: Beside,
): Promise<E.Either<Rejection, number>> => {
  const { projectId, name } = wanted
  const known = () => forge.read.environments.named(projectId, name)?.id
  const before = known()
  if (before !== undefined) return E.right(before)
  return forge.mutex.run(`environment ${projectId} ${name}`, () =>
    findOrCreate(forge, known, () => makeEnvironment(forge, context, wanted, beside)),
  )
}

/** The refusal of a new name that is taken; the slug is not made anew. */
export const environmentNameTaken: Rejection = invalid({ name: ['has already been taken'] })

/** The refusal of a name that is taken, as the API spells it. */
export const environmentTaken: Rejection = invalid({
  name: ['has already been taken'],
  slug: ['has already been taken'],
})
