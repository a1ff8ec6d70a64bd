import type { QuickActions } from '../../../issuable/quick-actions.js'
import { executeActions, readFor } from './plan.js'

/** Quick actions of descriptions, as planning and review ask for them. */
export const quickActions: QuickActions = {
  read: (forge, type, description, isNew) => {
    const { text, actions } = readFor(forge, type, description)
    const execute: ReturnType<QuickActions['read']>['execute'] = (caller, ref) =>
      executeActions(forge, caller, ref, actions, isNew)
    return { text, execute: actions.length === 0 ? undefined : execute }
  },
}
