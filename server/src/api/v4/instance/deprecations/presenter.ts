import {
  BEFORE_FIRST_RELEASE,
  isDeprecated,
  isServed,
  type ReleaseChange,
  type releaseItems,
} from '@forgefold/core/releases'

type Item = (typeof releaseItems)[number]

/** The state of an entry of the table in a release. */
export type DeprecationStatus = 'planned' | 'served' | 'deprecated' | 'removed'

export const deprecationStatusOf = (item: Item, release: string): DeprecationStatus => {
  if (isDeprecated(item, release)) return 'deprecated'
  if (isServed(item, release)) return 'served'
  return item.since !== undefined && !isServed({ since: item.since }, release) ? 'planned' : 'removed'
}

/** A release as text; one older than the first supported has no number. */
export const releaseText = (release: string | undefined): string | null =>
  release === undefined ? null : release === BEFORE_FIRST_RELEASE ? 'before 14.0' : release

/** A line of the release table as JSON. */
export const presentReleaseItem = (item: Item, release: string): Readonly<Record<string, unknown>> => ({
  id: item.id,
  area: item.area,
  kind: item.kind,
  name: item.name,
  since: releaseText(item.since),
  deprecated: releaseText(item.deprecated),
  planned_removal: item.planned ?? item.until ?? null,
  removed: item.until ?? null,
  replaced_by: item.replacedBy ?? null,
  before: item.before,
  after: item.after,
  served_here: item.served,
  standing: deprecationStatusOf(item, release),
})

/** One change between two releases as JSON. */
export const presentReleaseChange = ({ release, change, item }: ReleaseChange): Readonly<Record<string, unknown>> => ({
  release,
  change,
  id: item.id,
  area: item.area,
  kind: item.kind,
  name: item.name,
  replaced_by: item.replacedBy ?? null,
  before: item.before,
  after: item.after,
  served_here: item.served,
})

const text = { type: 'string' } as const
const maybe = { type: 'string', nullable: true } as const

/** The JSON Schema of a line of the release table. */
export const releaseItemSchema = {
  type: 'object',
  properties: {
    id: text,
    area: text,
    kind: text,
    name: text,
    since: maybe,
    deprecated: maybe,
    planned_removal: maybe,
    removed: maybe,
    replaced_by: maybe,
    before: text,
    after: text,
    served_here: { type: 'boolean' },
    standing: { type: 'string', enum: ['planned', 'served', 'deprecated', 'removed'] },
  },
} as const

/** The JSON Schema of a change between two releases. */
export const releaseChangeSchema = {
  type: 'object',
  properties: {
    release: text,
    change: { type: 'string', enum: ['added', 'deprecated', 'removed'] },
    id: text,
    area: text,
    kind: text,
    name: text,
    replaced_by: maybe,
    before: text,
    after: text,
    served_here: { type: 'boolean' },
  },
} as const
