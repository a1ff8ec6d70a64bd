import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { ReservedName } from '../../../../kernel/index.js'
import { invalid, type Rejection, refuse, type StreamName, streamOf } from '../../../../kernel/index.js'
import { user } from '../../../identity/user/decider.js'
import { group } from '../../../projects/group/aggregate.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { packageAggregate } from '../decider.js'
import type { Identity } from '../state.js'

/** The top-level namespace of a project. */
export interface TopNamespace {
  readonly id: number
  readonly path: string
  /** The stream of the group or user that owns it. */
  readonly holder: StreamName
}

export const topNamespaceOf = (forge: Forge, project: ProjectRow): TopNamespace => {
  const topId = project.groupId === null ? undefined : forge.read.groups.withAncestors(project.groupId).at(-1)
  const row = topId === undefined ? project.namespace : (forge.read.namespaces.byId(topId) ?? project.namespace)
  const holder = row.ownerId === null ? streamOf(group, row.id) : streamOf(user, row.ownerId)
  return { id: row.id, path: row.path, holder }
}

/** Whether an npm name has the scope of the project's top-level namespace, in which it is then unique. */
export const isUnderScope = (name: string, top: TopNamespace): boolean =>
  name.toLowerCase().startsWith(`@${top.path.toLowerCase()}/`)

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

/** Releases a Composer name with its last package, whoever holds it; repeating it does no harm. */
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

/** Marks a package for destruction and releases its Composer name: from now on only the garbage collection sees it. */
export const markForDestruction = async (
  forge: Forge,
  context: CommandContext,
  id: number,
): Promise<E.Either<Rejection, void>> => {
  const marked = await forge.aggregates.execute(
    packageAggregate,
    id,
    { type: 'ChangeStatus', status: 'pending_destruction' },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(marked)) return marked
  const { state } = marked.right
  return state.kind === 'none' ? E.right(undefined) : releaseComposerName(forge, context, state)
}
