import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { placeCodec } from '../../projects/owner/place.js'

const { safeInteger, nullable } = codecs

const details = { title: t.string, color: t.string, description: nullable(t.string), priority: nullable(safeInteger) }
const created = t.type({ place: placeCodec, ...details })
const changed = t.partial(details)
const subscription = t.type({ userId: safeInteger })
const nothing = t.type({})

export type LabelDetails = Readonly<t.TypeOf<typeof changed>>

/** Every event of a label, with its versions. */
export const labelEvents = eventCatalogue({
  LabelCreated: current(created),
  LabelChanged: current(changed),
  LabelSubscribed: current(subscription),
  LabelUnsubscribed: current(subscription),
  LabelDeleted: current(nothing),
})

export type LabelEvent = EventOf<typeof labelEvents>
