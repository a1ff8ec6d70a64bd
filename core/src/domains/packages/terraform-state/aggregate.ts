import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  blankOrTooLong,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  invalid,
  notFound,
  type Rejection,
  refuse,
  unprocessable,
} from '../../../kernel/index.js'
import { EMPTY_MAP, type PersistentMap, valueAt, withoutKey, withValue } from '../../../kernel/persistent-map.js'

const place = t.type({ projectId: codecs.safeInteger, name: t.string })

const version = t.type({
  serial: codecs.safeInteger,
  /** Of its sealed bytes. */
  sha256: t.string,
  size: codecs.safeInteger,
  pipelineId: codecs.nullable(codecs.safeInteger),
})

const lock = t.type({
  lockId: t.string,
  operation: t.string,
  info: t.string,
  clientVersion: t.string,
  path: t.string,
  userId: codecs.safeInteger,
})

const stateEvents = eventCatalogue({
  TerraformStateCreated: current(place),
  TerraformStateVersionAdded: current(version),
  TerraformStateVersionDeleted: current(t.type({ serial: codecs.safeInteger })),
  TerraformStateLocked: current(lock),
  TerraformStateUnlocked: current(t.type({})),
  TerraformStateDeleted: current(t.type({})),
})

/** The events of a Terraform state. */
export type TerraformStateEvent = EventOf<typeof stateEvents>

/** The name of a state, which is unique in the project. */
export type TerraformStateName = Readonly<t.TypeOf<typeof place>>
/** One version of a state; its bytes are sealed and stored with the files of packages. */
export type TerraformStateVersion = Readonly<t.TypeOf<typeof version>>
/** The holder and purpose of the lock, as the client sends them. */
export type TerraformStateLock = Readonly<t.TypeOf<typeof lock>>

interface LiveTerraformState extends TerraformStateName {
  readonly kind: 'live'
  readonly lockId: string | undefined
  readonly serials: PersistentMap<number, true>
}

/** The state that `decide` needs. */
export type TerraformStateState = { readonly kind: 'none' } | LiveTerraformState | { readonly kind: 'deleted' }

/** The commands of a Terraform state. Writing and locking create a missing one. `lockId`: the lock that the client holds. */
export type TerraformStateCommand =
  | {
      readonly type: 'Write'
      readonly place: TerraformStateName
      readonly version: TerraformStateVersion
      readonly lockId?: string | undefined
    }
  | { readonly type: 'Lock'; readonly place: TerraformStateName; readonly lock: TerraformStateLock }
  /** Without an id it releases any lock. */
  | { readonly type: 'Unlock'; readonly lockId?: string | undefined }
  | { readonly type: 'DeleteVersion'; readonly serial: number }
  | { readonly type: 'Delete' }

type Decision = E.Either<Rejection, ReadonlyArray<TerraformStateEvent>>

/** Refuses a client that does not hold the present lock, or that names a lock where there is none. */
const LOCKED = conflict('The state is locked')

const createdEvent = ({ projectId, name }: TerraformStateName): TerraformStateEvent => ({
  type: 'TerraformStateCreated',
  data: { projectId, name },
})

const begin = (command: TerraformStateCommand): Decision => {
  if (command.type !== 'Write' && command.type !== 'Lock') return refuse(notFound())
  const wrong = fieldErrors({ name: blankOrTooLong(command.place.name) })
  if (wrong !== undefined) return refuse(invalid(wrong))
  if (command.type === 'Lock')
    return E.right([createdEvent(command.place), { type: 'TerraformStateLocked', data: command.lock }])
  if (command.lockId !== undefined) return refuse(LOCKED)
  return E.right([createdEvent(command.place), { type: 'TerraformStateVersionAdded', data: command.version }])
}

const change = (command: TerraformStateCommand, live: LiveTerraformState): Decision => {
  switch (command.type) {
    case 'Write':
      if (command.lockId !== live.lockId) return refuse(LOCKED)
      return valueAt(live.serials, command.version.serial)
        ? refuse(unprocessable(`There is a version with the serial ${command.version.serial}`))
        : E.right([{ type: 'TerraformStateVersionAdded', data: command.version }])
    case 'Lock':
      if (live.lockId !== undefined) return refuse(LOCKED)
      return E.right([{ type: 'TerraformStateLocked', data: command.lock }])
    case 'Unlock':
      if (command.lockId !== undefined && command.lockId !== live.lockId) return refuse(LOCKED)
      return E.right(live.lockId === undefined ? [] : [{ type: 'TerraformStateUnlocked', data: {} }])
    case 'DeleteVersion':
      return valueAt(live.serials, command.serial)
        ? E.right([{ type: 'TerraformStateVersionDeleted', data: { serial: command.serial } }])
        : refuse(notFound())
    case 'Delete':
      return live.lockId === undefined ? E.right([{ type: 'TerraformStateDeleted', data: {} }]) : refuse(LOCKED)
  }
}

const evolved = (live: LiveTerraformState, event: TerraformStateEvent): TerraformStateState => {
  switch (event.type) {
    case 'TerraformStateCreated':
      return live
    case 'TerraformStateVersionAdded':
      return { ...live, serials: withValue(live.serials, event.data.serial, true) }
    case 'TerraformStateVersionDeleted':
      return { ...live, serials: withoutKey(live.serials, event.data.serial) }
    case 'TerraformStateLocked':
      return { ...live, lockId: event.data.lockId }
    case 'TerraformStateUnlocked':
      return { ...live, lockId: undefined }
    case 'TerraformStateDeleted':
      return { kind: 'deleted' }
  }
}

/** A Terraform state of a project: versions by serial, and a lock. */
export const terraformState: Aggregate<TerraformStateCommand, TerraformStateEvent, TerraformStateState> = {
  category: 'terraform_state',
  stateVersion: 3,
  events: stateEvents,
  initial: { kind: 'none' },
  names: (state) =>
    state.kind === 'live' ? [{ kind: 'terraform_state', name: [state.projectId, state.name].join('\0') }] : [],
  decide: (command) => (state) => {
    if (state.kind === 'none') return begin(command)
    return state.kind === 'live' ? change(command, state) : refuse(notFound())
  },
  evolve: (state, event) => {
    if (event.type === 'TerraformStateCreated')
      return { kind: 'live', ...event.data, lockId: undefined, serials: EMPTY_MAP }
    return state.kind === 'live' ? evolved(state, event) : state
  },
}
