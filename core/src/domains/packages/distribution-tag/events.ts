import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger } = codecs

const set = t.type({ tagId: safeInteger, tag: t.string, packageId: safeInteger })
const removed = t.type({ tagId: safeInteger, tag: t.string })

export type DistributionTagEvent =
  | { readonly type: 'TagSet'; readonly data: Readonly<t.TypeOf<typeof set>> }
  | { readonly type: 'TagRemoved'; readonly data: Readonly<t.TypeOf<typeof removed>> }

export const distributionTagEvents = eventCatalogue<DistributionTagEvent>({
  TagSet: current(set),
  TagRemoved: current(removed),
})
