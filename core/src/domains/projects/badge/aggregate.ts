import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { resourceParentCodec } from '../resource-parent/resource-parent.js'

const details = { name: codecs.nullable(t.string), linkUrl: t.string, imageUrl: t.string }
const created = t.type({ place: resourceParentCodec, ...details })
const changed = t.partial(details)

const badgeEvents = eventCatalogue({
  BadgeCreated: current(created),
  BadgeChanged: current(changed),
  BadgeDeleted: current(t.type({})),
})

export type BadgeEvent = EventOf<typeof badgeEvents>
export type BadgeData = Readonly<t.TypeOf<typeof created>>
export type BadgeDetails = Readonly<t.TypeOf<typeof changed>>

export type BadgeState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & BadgeData)
  | { readonly kind: 'deleted' }

export type BadgeCommand =
  | ({ readonly type: 'Create' } & BadgeData)
  | ({ readonly type: 'Change' } & { readonly [K in keyof BadgeDetails]?: BadgeDetails[K] | undefined })
  | { readonly type: 'Delete' }

const ADDRESS = /^https?:\/\/[^\s/?#]+[^\s]*$/

const addressErrors = (url: string | undefined): ReadonlyArray<string> =>
  url === undefined || ADDRESS.test(url) ? [] : ['must be a valid URL']

interface Addresses {
  readonly linkUrl?: string | undefined
  readonly imageUrl?: string | undefined
}

/** The errors of the URLs of a badge; undefined where there are none. */
export const badgeFindings = ({ linkUrl, imageUrl }: Addresses): FieldErrors | undefined =>
  fieldErrors({ link_url: addressErrors(linkUrl), image_url: addressErrors(imageUrl) })

/** A badge of a project or of a group. */
export const badge: Aggregate<BadgeCommand, BadgeEvent, BadgeState> = {
  category: 'badge',
  stateVersion: 1,
  events: badgeEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    const wrong = command.type === 'Delete' ? undefined : badgeFindings(command)
    if (wrong !== undefined) return refuse(invalid(wrong))
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'BadgeCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'BadgeDeleted', data: {} }])
    const { name, linkUrl, imageUrl } = command
    return decideChange('BadgeChanged', { name, linkUrl, imageUrl }, state)
  },
  evolve: (state, event) => {
    if (event.type === 'BadgeCreated') return { kind: 'live', ...event.data }
    if (event.type === 'BadgeDeleted') return { kind: 'deleted' }
    return state.kind === 'live' ? { ...state, ...event.data } : state
  },
}
