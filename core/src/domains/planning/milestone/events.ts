import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { placeCodec } from '../../projects/owner/place.js'

const { safeInteger, nullable, day } = codecs

/** A long text is kept as a blob; `text` is then only its beginning. */
const description = t.type({ text: nullable(t.string), blob: nullable(t.string) })
const details = { title: t.string, description, startDate: nullable(day), dueDate: nullable(day) }
const created = t.type({ place: placeCodec, iid: safeInteger, ...details })
const changed = t.partial(details)
const nothing = t.type({})

export type MilestoneText = Readonly<t.TypeOf<typeof description>>
export type MilestoneDetails = Readonly<t.TypeOf<typeof changed>>

/** Every event of a milestone, with its versions. */
export const milestoneEvents = eventCatalogue({
  MilestoneCreated: current(created),
  MilestoneChanged: current(changed),
  MilestoneClosed: current(nothing),
  MilestoneActivated: current(nothing),
  MilestoneDeleted: current(nothing),
})

export type MilestoneEvent = EventOf<typeof milestoneEvents>
