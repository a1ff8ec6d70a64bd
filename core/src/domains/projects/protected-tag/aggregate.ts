import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { list, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  current,
  type EventOf,
  eventCatalogue,
  recordNotFound,
  refuse,
  unprocessable,
} from '../../../kernel/index.js'
import { EMPTY_MAP, type PersistentMap, valueAt, withoutKey, withValue } from '../../../kernel/persistent-map.js'
import { accessCodec } from '../protected-branch/access-levels.js'

/** A tag name or pattern, and who may create matching tags. */
const protection = t.type({ id: safeInteger, name: t.string, create: list(accessCodec) })
const ended = t.type({ name: t.string })

export type TagProtection = Readonly<t.TypeOf<typeof protection>>

/** Every event of the protected tags of a project, with its versions. */
const protectedTagEvents = eventCatalogue({
  TagProtected: current(protection),
  TagUnprotected: current(ended),
})

export type ProtectedTagEvent = EventOf<typeof protectedTagEvents>

/** The protected names of one project. */
export interface ProtectedTagState {
  readonly names: PersistentMap<string, true>
}

export type ProtectedTagCommand =
  | ({ readonly type: 'Protect' } & TagProtection)
  | { readonly type: 'Unprotect'; readonly name: string }

const MAX_NAME_LENGTH = 255

const faults = (name: string, names: ProtectedTagState['names']): ReadonlyArray<string> => {
  if (name.trim() === '') return ["Name can't be blank"]
  if (name.length > MAX_NAME_LENGTH) return [`Name is too long (maximum is ${MAX_NAME_LENGTH} characters)`]
  return valueAt(names, name) ? ['Name has already been taken'] : []
}

/** The protected tags of one project in one stream, because a name is protected at most once. */
export const protectedTags: Aggregate<ProtectedTagCommand, ProtectedTagEvent, ProtectedTagState> = {
  category: 'protected_tags',
  stateVersion: 3,
  events: protectedTagEvents,
  initial: { names: EMPTY_MAP },
  decide:
    (command) =>
    ({ names }) => {
      const { name } = command
      if (command.type === 'Unprotect')
        return valueAt(names, name) ? E.right([{ type: 'TagUnprotected', data: { name } }]) : refuse(recordNotFound)
      const wrong = faults(name, names)
      if (wrong.length > 0) return refuse(unprocessable(wrong))
      const { type: _, ...data } = command
      return E.right([{ type: 'TagProtected', data }])
    },
  evolve: ({ names }, { type, data: { name } }) => ({
    names: type === 'TagProtected' ? withValue(names, name, true) : withoutKey(names, name),
  }),
}
