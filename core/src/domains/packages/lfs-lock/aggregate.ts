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
  refuse,
} from '../../../kernel/index.js'

const taken = t.type({ projectId: codecs.safeInteger, path: t.string, userId: codecs.safeInteger })

const lockEvents = eventCatalogue({
  LfsLockTaken: current(taken),
  LfsLockReleased: current(t.type({ forced: t.boolean })),
})

/** The events of a lock on a file. */
export type LfsLockEvent = EventOf<typeof lockEvents>

/** Who has locked which file. */
export type LfsLockData = Readonly<t.TypeOf<typeof taken>>

export type LfsLockState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & LfsLockData)
  | { readonly kind: 'released' }

export type LfsLockCommand =
  | ({ readonly type: 'Take' } & LfsLockData)
  | { readonly type: 'Release'; readonly forced: boolean }

const MAX_PATH_LENGTH = 511

/** A lock on a file of a project; there is one per path. */
export const lfsLock: Aggregate<LfsLockCommand, LfsLockEvent, LfsLockState> = {
  category: 'lfs_lock',
  stateVersion: 1,
  events: lockEvents,
  initial: { kind: 'none' },
  names: (state) =>
    state.kind === 'live' ? [{ kind: 'lfs_lock', name: [state.projectId, state.path].join('\0') }] : [],
  decide: (command) => (state) => {
    if (command.type === 'Take') {
      if (state.kind !== 'none') return refuse(conflict())
      const { type: _, ...data } = command
      const wrong = fieldErrors({ path: blankOrTooLong(data.path, MAX_PATH_LENGTH) })
      return wrong === undefined ? E.right([{ type: 'LfsLockTaken', data }]) : refuse(invalid(wrong))
    }
    return state.kind === 'live'
      ? E.right([{ type: 'LfsLockReleased', data: { forced: command.forced } }])
      : refuse(notFound())
  },
  evolve: (_, event) => (event.type === 'LfsLockTaken' ? { kind: 'live', ...event.data } : { kind: 'released' }),
}
