import * as E from 'fp-ts/lib/Either.js'
import type { Lookup } from '../../../app/forge.js'
import { type Instant, type Position, type StreamName, streamName } from '../../../kernel/index.js'
import { user } from '../../identity/user/decider.js'
import { userEvents } from '../../identity/user/events.js'
import { openProfile, type Profile } from '../../identity/user/profile.js'
import type { UserStatus } from '../../identity/user/state.js'
import { sshKey } from '../../identity/user-key/aggregate.js'
import { openDetails } from '../../identity/user-key/details.js'
import { deployKey } from '../../projects/deploy-key/aggregate.js'
import { eventsUntil, NOTHING_AROUND, type StatesAround, statesAround } from './past-states.js'

/** The profile of a user before and after an event; undefined once they are erased. */
export const profileAround: Lookup<
  { readonly id: number; readonly position: Position },
  Promise<StatesAround<Profile>>
> = async (forge, { id, position }) => {
  let around: StatesAround<Profile> = NOTHING_AROUND
  for await (const event of eventsUntil(forge, streamName('user', id), position)) {
    const read = userEvents.decode(event)
    const sealed = E.isRight(read) && 'profile' in read.right.data ? read.right.data.profile : undefined
    const given = sealed === undefined ? around.after : openProfile(forge.personalData, id, sealed)
    around = { before: around.after, after: given, begunAt: around.begunAt ?? event.metadata.at }
  }
  return around
}

/** The state of an account at a position of the history; undefined where it did not exist. */
export const accountStatusAt: Lookup<
  { readonly id: number; readonly position: Position },
  Promise<UserStatus | undefined>
> = async (forge, { id, position }) => (await statesAround(forge, user, id, { position, kind: 'live' })).after?.status

/** An added key. */
export interface AddedKey {
  readonly key: string
  readonly addedAt: Instant
  /** Its user; undefined for keys of machines. */
  readonly userId: number | undefined
}

/** The key of a stream; undefined once its user is erased. */
export const keyForPayload: Lookup<
  { readonly stream: StreamName; readonly position: Position },
  Promise<AddedKey | undefined>
> = async (forge, { stream, position }) => {
  for await (const event of eventsUntil(forge, stream, position)) {
    const addedAt = event.metadata.at
    const own = sshKey.events.decode(event)
    if (E.isRight(own) && own.right.type === 'UserKeyAdded') {
      const { userId, details } = own.right.data
      const key = openDetails(forge.personalData, userId, details)?.key
      return key === undefined ? undefined : { key, addedAt, userId }
    }
    const machine = deployKey.events.decode(event)
    if (E.isRight(machine) && machine.right.type === 'DeployKeyAdded')
      return { key: machine.right.data.key, addedAt, userId: undefined }
  }
  return undefined
}
