import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, DeclaredName } from '../../../kernel/index.js'
import { conflict, effectiveChanges, faulty, invalid, recordNotFound, refuse, unnamed } from '../../../kernel/index.js'
import type { ProtectedBranchCommand } from './commands.js'
import { type ProtectedBranchEvent, type ProtectionDetails, protectedBranchEvents } from './events.js'
import type { ProtectedBranchState } from './state.js'

const MOST_NAME = 255

/** The reserved name of a protection: a name is protected once in a project. */
export const protectionName = (projectId: number, name: string): DeclaredName => ({
  kind: 'protected_branch',
  name: `${projectId}\0${name}`,
})

/** The protection of one branch, or of all that a name with stars means. */
export const protectedBranch: Aggregate<ProtectedBranchCommand, ProtectedBranchEvent, ProtectedBranchState> = {
  category: 'protected_branch',
  stateVersion: 1,
  events: protectedBranchEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [protectionName(state.projectId, state.name)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Protect' || command.type === 'LeaveOpen') {
      if (state.kind !== 'none') return refuse(conflict())
      if (command.type === 'LeaveOpen') {
        const { projectId, branch } = command
        return E.right([{ type: 'DefaultBranchLeftOpen', data: { projectId, branch } }])
      }
      const { type: _, ...data } = command
      const wrong = faulty({ name: unnamed(data.name, MOST_NAME) })
      if (wrong !== undefined) return refuse(invalid(wrong))
      return E.right([{ type: 'BranchProtected', data }])
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Unprotect') return E.right([{ type: 'BranchUnprotected', data: {} }])
    const data = effectiveChanges<ProtectionDetails>(command.changes, state)
    return E.right(Object.keys(data).length === 0 ? [] : [{ type: 'ProtectionChanged', data }])
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'BranchProtected':
        return { kind: 'live', ...event.data }
      case 'ProtectionChanged':
        return state.kind === 'live' ? { ...state, ...event.data } : state
      case 'BranchUnprotected':
      case 'DefaultBranchLeftOpen':
        return { kind: 'over' }
    }
  },
}
