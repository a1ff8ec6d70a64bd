import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'

const PLACE_KINDS = ['project', 'group'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** As events hold it. */
export const placeCodec = t.type({ kind: codecs.oneOf(PLACE_KINDS), id: codecs.safeInteger })

/** A project or a group that has labels and milestones of its own. */
export type Place = Readonly<t.TypeOf<typeof placeCodec>>

export const samePlace = (one: Place, other: Place): boolean => one.kind === other.kind && one.id === other.id
