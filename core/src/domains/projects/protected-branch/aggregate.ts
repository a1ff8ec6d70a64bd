import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { list, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  type Changes,
  conflict,
  current,
  type DeclaredName,
  decideChange,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { accessCodec } from './access-levels.js'

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
const protectedBranchEvents = eventCatalogue({
  BranchProtected: current(created),
  ProtectionChanged: current(changed),
  BranchUnprotected: current(nothing),
  /** The first branch of a new project, where the default is no protection. */
  DefaultBranchLeftOpen: current(leftOpen),
})

export type ProtectedBranchEvent = EventOf<typeof protectedBranchEvents>

export type ProtectedBranchState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & ProtectedBranchData)
  /** Unprotected again, or never protected. */
  | { readonly kind: 'over' }

export type ProtectedBranchCommand =
  | ({ readonly type: 'Protect' } & ProtectedBranchData)
  | {
      readonly type: 'Change'
      readonly changes: Changes<ProtectionDetails>
    }
  | { readonly type: 'Unprotect' }
  | { readonly type: 'LeaveOpen'; readonly projectId: number; readonly branch: string }

const MAX_NAME_LENGTH = 255

/** The unique name of a protection: a branch name or pattern is protected at most once in a project. */
export const protectionName = (projectId: number, name: string): DeclaredName => ({
  kind: 'protected_branch',
  name: `${projectId}\0${name}`,
})

/** The protection of one branch, or of all that a pattern with `*` matches. */
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
      const wrong = fieldErrors({ name: blankOrTooLong(data.name, MAX_NAME_LENGTH) })
      if (wrong !== undefined) return refuse(invalid(wrong))
      return E.right([{ type: 'BranchProtected', data }])
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Unprotect') return E.right([{ type: 'BranchUnprotected', data: {} }])
    return decideChange('ProtectionChanged', command.changes, state)
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
