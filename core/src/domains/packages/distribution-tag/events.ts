import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger } = codecs

const set = t.type({ tagId: safeInteger, tag: t.string, packageId: safeInteger })
const removed = t.type({ tagId: safeInteger, tag: t.string })

export const distributionTagEvents = eventCatalogue({
  TagSet: current(set),
  TagRemoved: current(removed),
})

export type DistributionTagEvent = EventOf<typeof distributionTagEvents>
