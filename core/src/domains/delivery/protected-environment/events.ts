import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { approvalRule, designee } from './access.js'

const { safeInteger, list, oneOf } = codecs

const terms = {
  deployAccess: list(designee),
  requiredApprovals: safeInteger,
  rules: list(approvalRule),
}
/** A project's protection goes by the environment's name, a group's by the tier of environments below it. */
const begun = t.type({ scope: oneOf(['project', 'group']), scopeId: safeInteger, name: t.string, ...terms })
const changed = t.type(terms)
const nothing = t.type({})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** Who may deploy, and who has to approve. */
export type ProtectionTerms = Data<typeof changed>

/** Every event of a protected environment, with its versions. */
export const protectedEnvironmentEvents = eventCatalogue({
  EnvironmentProtected: current(begun),
  ProtectionChanged: current(changed),
  EnvironmentUnprotected: current(nothing),
})

export type ProtectedEnvironmentEvent = EventOf<typeof protectedEnvironmentEvents>
