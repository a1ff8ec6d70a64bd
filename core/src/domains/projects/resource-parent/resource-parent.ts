import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'

const RESOURCE_PARENT_KINDS = ['project', 'group'] as const
export type ResourceParentKind = (typeof RESOURCE_PARENT_KINDS)[number]

/** As events hold it. */
export const resourceParentCodec = t.type({ kind: codecs.oneOf(RESOURCE_PARENT_KINDS), id: codecs.safeInteger })

/** A project or a group that has labels and milestones of its own. */
export type ResourceParent = Readonly<t.TypeOf<typeof resourceParentCodec>>

export const isSameResourceParent = (one: ResourceParent, other: ResourceParent): boolean =>
  one.kind === other.kind && one.id === other.id
