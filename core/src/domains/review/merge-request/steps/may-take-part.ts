import type { Forge } from '../../../../app/forge.js'
import type { MergeRequestAccess } from '../access.js'
import { mayUpdate } from '../policy.js'
import { isEligibleApprover } from './approval-state.js'

/** Whether the user takes part in approving: who may update the merge request, and eligible approvers, including reporters. */
export const mayTakePart = (forge: Forge, { facts, row, target }: MergeRequestAccess, userId: number): boolean =>
  mayUpdate(facts) || (!facts.project.archived && isEligibleApprover(forge, target.project, row, userId))
