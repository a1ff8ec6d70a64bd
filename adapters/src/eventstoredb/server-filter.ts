import type { EventFilter } from '@forgefold/core/ports'
import { ReadReq } from './grpc-messages.js'

const { FilterOptions } = ReadReq.Options

/** How many records the server examines between two checkpoints. */
export const CHECKPOINT_EVERY = 256

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const byType = (regex: string): InstanceType<typeof FilterOptions> =>
  new FilterOptions().setEventType(new FilterOptions.Expression().setRegex(regex))

/** The part of a filter that the server can apply: it takes stream prefixes or types, not both. */
const passing = ({ categories, types }: EventFilter): InstanceType<typeof FilterOptions> => {
  // An empty filter matches nothing, but checkpoints still arrive.
  if (categories?.length === 0 || types?.length === 0) return byType('^$')
  if (categories !== undefined) {
    const prefixes = categories.map((category) => `${category}-`)
    return new FilterOptions().setStreamIdentifier(new FilterOptions.Expression().setPrefixList(prefixes))
  }
  // Excludes the server's own records.
  return byType(types === undefined ? '^[^$].*' : `^(${types.map(escaped).join('|')})$`)
}

/** The filter in the server's form, with checkpoints. */
export const serverFilter = (filter: EventFilter = {}): InstanceType<typeof FilterOptions> =>
  passing(filter).setMax(CHECKPOINT_EVERY).setCheckpointintervalmultiplier(1)
