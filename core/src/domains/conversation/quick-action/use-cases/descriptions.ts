import type { QuickActions } from '../../../issuable/quick-actions.js'
import { readFor, takeActions } from './plan.js'

/** Quick actions of descriptions, as planning and review ask for them. */
export const quickActions: QuickActions = {
  read: (forge, type, description, isNew) => {
    const { text, actions } = readFor(forge, type, description)
    const carryOut: ReturnType<QuickActions['read']>['carryOut'] = (caller, ref) =>
      takeActions(forge, caller, ref, actions, isNew)
    return { text, carryOut: actions.length === 0 ? undefined : carryOut }
  },
}
