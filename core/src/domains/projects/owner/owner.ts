import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'

const OWNER_KINDS = ['project', 'group'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

/** As events hold it. */
export const ownerCodec = t.type({ kind: codecs.oneOf(OWNER_KINDS), id: codecs.safeInteger })

/** A project or a group that has labels and milestones of its own. */
export type Owner = Readonly<t.TypeOf<typeof ownerCodec>>

export const isSameOwner = (one: Owner, other: Owner): boolean => one.kind === other.kind && one.id === other.id
