import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { accessCodec } from './access.js'

const { safeInteger, list } = codecs

const details = {
  push: list(accessCodec),
  merge: list(accessCodec),
  unprotect: list(accessCodec),
  allowForcePush: t.boolean,
  codeOwnerApprovalRequired: t.boolean,
}
const created = t.type({ projectId: safeInteger, name: t.string, ...details })
const changed = t.partial(details)
const leftOpen = t.type({ projectId: safeInteger, branch: t.string })
const nothing = t.type({})

export type ProtectionDetails = Readonly<t.TypeOf<typeof changed>>
export type ProtectedBranchData = Readonly<t.TypeOf<typeof created>>

/** Every event of a protected branch, with its versions. */
export const protectedBranchEvents = eventCatalogue({
  BranchProtected: current(created),
  ProtectionChanged: current(changed),
  BranchUnprotected: current(nothing),
  /** A new project's first branch, where new projects are not protected. */
  DefaultBranchLeftOpen: current(leftOpen),
})

export type ProtectedBranchEvent = EventOf<typeof protectedBranchEvents>
