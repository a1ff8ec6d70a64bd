import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { accessCodec } from '../protected-branch/access.js'

const { safeInteger, list } = codecs

/** A name, exact or with stars, and who may make tags of that name. */
const protection = t.type({ id: safeInteger, name: t.string, create: list(accessCodec) })
const ended = t.type({ name: t.string })

export type TagProtection = Readonly<t.TypeOf<typeof protection>>

/** Every event of the protected tags of a project, with its versions. */
export const protectedTagEvents = eventCatalogue({
  TagProtected: current(protection),
  TagUnprotected: current(ended),
})

export type ProtectedTagEvent = EventOf<typeof protectedTagEvents>
