import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'

/** What people are members of. */
export const SOURCES = ['group', 'project'] as const
/** What somebody is a member of. */
export type MemberSource = (typeof SOURCES)[number]

const { safeInteger, nullable, day, oneOf } = codecs

const added = t.type({
  source: oneOf(SOURCES),
  sourceId: safeInteger,
  userId: safeInteger,
  level: safeInteger,
  /** The membership ends at 00:00 UTC of that day; null: never. */
  expiresAt: nullable(day),
})
const changed = t.type({ level: safeInteger, expiresAt: nullable(day) })
const nothing = t.type({})

export type MemberEvent =
  | { readonly type: 'MemberAdded'; readonly data: Readonly<t.TypeOf<typeof added>> }
  | { readonly type: 'MemberChanged'; readonly data: Readonly<t.TypeOf<typeof changed>> }
  | { readonly type: 'MemberRemoved'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  /** Its day has come. */
  | { readonly type: 'MembershipExpired'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

/** Every event of a membership, with its versions. */
export const memberEvents = eventCatalogue<MemberEvent>({
  MemberAdded: current(added),
  MemberChanged: current(changed),
  MemberRemoved: current(nothing),
  MembershipExpired: current(nothing),
})
