import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, type Rejection, type ReservedName, refuse } from '../../../../kernel/index.js'
import type { Identity } from '../state.js'
import type { TopNamespace } from './top-namespace.js'

const composerName = (name: string): ReservedName => ({ kind: 'composer-package', name: name.toLowerCase() })

/** Reserves a Composer name in a top-level namespace. Rejections: `Invalid` where another project has it; `Unavailable`. */
export const takeComposerName = async (
  forge: Forge,
  context: CommandContext,
  { type, name }: Identity,
  top: TopNamespace,
): Promise<E.Either<Rejection, void>> => {
  if (type !== 'composer') return E.right(undefined)
  const taken = await forge.reservations.take(composerName(name), top.holder, withNewCommandId(forge, context))
  if (E.isRight(taken) || taken.left.kind !== 'Conflict') return taken
  return refuse(invalid({ name: ['is already taken by another project'] }))
}

/** Releases a Composer name with its last package, regardless of the holder; repeating it does no harm. */
export const releaseComposerName = async (
  forge: Forge,
  context: CommandContext,
  { type, name }: Identity,
): Promise<E.Either<Rejection, void>> => {
  if (type !== 'composer' || forge.read.packages.isUsed(type, name)) return E.right(undefined)
  const holder = await forge.reservations.holder(composerName(name))
  if (E.isLeft(holder)) return holder
  if (holder.right === undefined) return E.right(undefined)
  return forge.reservations.release(composerName(name), holder.right, withNewCommandId(forge, context))
}
