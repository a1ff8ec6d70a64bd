import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { ReservedName } from '../../../../kernel/index.js'
import { type FieldErrors, invalid, type Rejection, refuse, streamOf } from '../../../../kernel/index.js'
import { pathUnder, projectNameUnder } from '../../../naming/reserved-names.js'
import { bearing } from '../../namespace/bearing.js'
import { project } from '../decider.js'

/** Where a project is and what it is called there. */
export interface ProjectPlace {
  readonly namespaceId: number
  readonly name: string
  readonly path: string
}

const namesOf = (place: ProjectPlace): ReadonlyArray<readonly [field: 'name' | 'path', name: ReservedName]> => [
  ['name', projectNameUnder(place.namespaceId, place.name)],
  ['path', pathUnder(place.namespaceId, place.path)],
]

const lacking = (wanted: ProjectPlace, held: ProjectPlace | undefined) => {
  const has = new Set(held === undefined ? [] : namesOf(held).map(([, one]) => `${one.kind} ${one.name}`))
  return namesOf(wanted).filter(([, one]) => !has.has(`${one.kind} ${one.name}`))
}

/** Takes the names that the project does not hold yet; all or none. Rejections: `Invalid`, with every name that is taken. */
export const takePlace = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  wanted: ProjectPlace,
  held: ProjectPlace | undefined,
): Promise<E.Either<Rejection, void>> => {
  const holder = streamOf(project, projectId)
  const taken: Record<string, ReadonlyArray<string>> = {}
  const mine: Array<ReservedName> = []
  for (const [field, name] of lacking(wanted, held)) {
    const taking = await forge.reservations.take(name, holder, context, bearing(forge))
    if (E.isRight(taking)) mine.push(name)
    else if (taking.left.kind === 'Conflict') taken[field] = ['has already been taken']
    else return taking
  }
  const errors: FieldErrors = taken
  if (Object.keys(errors).length === 0) return E.right(undefined)
  for (const name of mine) await forge.reservations.release(name, holder, context)
  return refuse(invalid(errors))
}

/** Gives back the names of a place the project has left; doing it twice does no harm. */
export const releasePlace = async (
  forge: Forge,
  context: CommandContext,
  projectId: number,
  left: ProjectPlace,
  kept: ProjectPlace | undefined,
): Promise<E.Either<Rejection, void>> => {
  for (const [, name] of lacking(left, kept)) {
    const released = await forge.reservations.release(name, streamOf(project, projectId), context)
    if (E.isLeft(released)) return released
  }
  return E.right(undefined)
}
