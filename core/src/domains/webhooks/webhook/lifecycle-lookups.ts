import { ACCESS } from '../../../access/access-level.js'
import type { Forge, Lookup } from '../../../app/forge.js'
import type { Position } from '../../../kernel/index.js'
import type { UserRow } from '../../identity/user/queries.js'
import { group, type LiveGroup } from '../../projects/group/aggregate.js'
import { type MemberState, member } from '../../projects/member/aggregate.js'
import { project } from '../../projects/project/decider.js'
import type { LiveProject } from '../../projects/project/state.js'
import { type StatesAround, statesAround } from './past-states.js'

/** A subject and the event at which its state is requested. */
interface Moment<Id> {
  readonly id: Id
  readonly position: Position
}

/** The past state of a subject with a path. */
export type Then<State> = State & { readonly fullPath: string }

const HIDDEN_PATH = '[REDACTED]'

const pathUnder = (above: string | undefined, path: string): string => (above === undefined ? path : `${above}/${path}`)

const groupPathAt = async (forge: Forge, id: number, position: Position): Promise<string | undefined> => {
  const { after } = await statesAround(forge, group, id, { position, kind: 'live' })
  return after === undefined ? undefined : groupPathOf(forge, after, position)
}

const groupPathOf = async (forge: Forge, { parentId, path }: LiveGroup, position: Position): Promise<string> =>
  pathUnder(parentId === null ? undefined : await groupPathAt(forge, parentId, position), path)

/** The path of a personal namespace is the user's name, which is erased with the user. */
const projectPathOf = async (forge: Forge, state: LiveProject, position: Position): Promise<string> => {
  const { namespaceId, groupId, path } = state
  const own = forge.read.namespaces.byId(namespaceId)?.fullPath ?? HIDDEN_PATH
  return pathUnder(groupId === null ? own : await groupPathAt(forge, groupId, position), path)
}

const withPaths = async <State>(
  { before, after, begunAt }: StatesAround<State>,
  pathOf: (state: State) => Promise<string>,
): Promise<StatesAround<Then<State>>> => {
  const then = async (state: State | undefined) =>
    state === undefined ? undefined : { ...state, fullPath: await pathOf(state) }
  return { before: await then(before), after: await then(after), begunAt }
}

/** A project before and after an event of its history. */
export const projectAround: Lookup<Moment<number>, Promise<StatesAround<Then<LiveProject>>>> = async (
  forge,
  { id, position },
) =>
  withPaths(await statesAround(forge, project, id, { position, kind: 'live' }), (state) =>
    projectPathOf(forge, state, position),
  )

/** A group before and after an event of its history. */
export const groupAround: Lookup<Moment<number>, Promise<StatesAround<Then<LiveGroup>>>> = async (
  forge,
  { id, position },
) =>
  withPaths(await statesAround(forge, group, id, { position, kind: 'live' }), (state) =>
    groupPathOf(forge, state, position),
  )

/** A membership before and after an event of its history. */
export const memberAround: Lookup<
  Moment<string>,
  Promise<StatesAround<Extract<MemberState, { readonly kind: 'member' }>>>
> = (forge, { id, position }) => statesAround(forge, member, id, { position, kind: 'member' })

/** The most owners in a payload. */
const MAX_OWNERS = 100

/** The owners of a group's or personal namespace's contents; owners of a group are its own and inherited ones. */
export const ownersForPayload: Lookup<
  { readonly groupId: number | null; readonly namespaceId: number },
  ReadonlyArray<UserRow>
> = ({ read }, { groupId, namespaceId }) => {
  const ownerId = read.namespaces.byId(namespaceId)?.ownerId ?? null
  const listed =
    groupId === null
      ? []
      : read.members
          .list({ source: 'group', sourceId: groupId, inherited: true }, { page: 1, perPage: MAX_OWNERS })
          .rows.filter(({ level }) => level === ACCESS.owner)
          .map(({ userId }) => userId)
  return (ownerId === null ? listed : [ownerId]).flatMap((id) => read.users.byId(id) ?? [])
}
