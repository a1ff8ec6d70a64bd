import type { EventFilter } from '@forgefold/core/ports'
import { ReadReq } from './wire.js'

const { FilterOptions } = ReadReq.Options

/** How many records the server looks at between two checkpoints. */
export const CHECKPOINT_EVERY = 256

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const byType = (regex: string): InstanceType<typeof FilterOptions> =>
  new FilterOptions().setEventType(new FilterOptions.Expression().setRegex(regex))

/** As much of the filter as the server can apply: it takes stream prefixes or types, not both. */
const passing = ({ categories, types }: EventFilter): InstanceType<typeof FilterOptions> => {
  // Of no category or of no type: nothing passes, and yet one is told how far was looked.
  if (categories?.length === 0 || types?.length === 0) return byType('^$')
  if (categories !== undefined) {
    const prefixes = categories.map((category) => `${category}-`)
    return new FilterOptions().setStreamIdentifier(new FilterOptions.Expression().setPrefixList(prefixes))
  }
  // Records of the server itself are nobody's.
  return byType(types === undefined ? '^[^$].*' : `^(${types.map(escaped).join('|')})$`)
}

/** The filter as the server takes it, with checkpoints. */
export const serverFilter = (filter: EventFilter = {}): InstanceType<typeof FilterOptions> =>
  passing(filter).setMax(CHECKPOINT_EVERY).setCheckpointintervalmultiplier(1)
