import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  current,
  type EventOf,
  eventCatalogue,
  notFound,
  refuse,
} from '../../../kernel/index.js'

/** What can have custom attributes. */
export const ATTRIBUTE_OWNERS = ['user', 'group', 'project'] as const
export type AttributeOwnerKind = (typeof ATTRIBUTE_OWNERS)[number]

const set = t.type({
  kind: codecs.oneOf(ATTRIBUTE_OWNERS),
  id: codecs.safeInteger,
  key: t.string,
  /** Sealed under the key of the user's personal data where it belongs to a user. */
  value: t.string,
})
const deleted = t.type({ key: t.string })

const customAttributeEvents = eventCatalogue({
  CustomAttributeSet: current(set),
  CustomAttributeDeleted: current(deleted),
})

export type CustomAttributeEvent = EventOf<typeof customAttributeEvents>

/** Values by key. */
export type CustomAttributesState = ReadonlyMap<string, string>

export type CustomAttributeCommand =
  | ({ readonly type: 'Set' } & Readonly<t.TypeOf<typeof set>>)
  | { readonly type: 'Delete'; readonly key: string }

/** The custom attributes of one user, group or project, which administrators set under keys of their choice. */
export const customAttributes: Aggregate<CustomAttributeCommand, CustomAttributeEvent, CustomAttributesState> = {
  category: 'custom_attributes',
  stateVersion: 1,
  events: customAttributeEvents,
  initial: new Map(),
  decide: (command) => (state) => {
    if (command.type === 'Delete')
      return state.has(command.key)
        ? E.right([{ type: 'CustomAttributeDeleted', data: { key: command.key } }])
        : refuse(notFound('Custom Attribute'))
    const { type: _, ...data } = command
    return E.right(state.get(data.key) === data.value ? [] : [{ type: 'CustomAttributeSet', data }])
  },
  evolve: (state, event) => {
    const after = new Map(state)
    if (event.type === 'CustomAttributeSet') after.set(event.data.key, event.data.value)
    else after.delete(event.data.key)
    return after
  },
}

/** The id of the stream of an owner. */
export const attributesOf = (kind: AttributeOwnerKind, id: number): string => `${kind}-${id}`
