import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  badRequest,
  codecs,
  current,
  type EventOf,
  eventCatalogue,
  refuse,
} from '../../../kernel/index.js'

const target = t.type({ targetId: codecs.safeInteger })
const nothing = t.type({})

const jobTokenScopeEvents = eventCatalogue({
  InboundScopeEnabled: current(nothing),
  InboundScopeDisabled: current(nothing),
  ProjectAllowed: current(target),
  ProjectDisallowed: current(target),
})

/** What happens to the scope of a project. */
export type JobTokenScopeEvent = EventOf<typeof jobTokenScopeEvents>

/** Whose jobs reach a project: those of the listed projects only, while the list counts. */
export interface JobTokenScopeState {
  readonly inbound: boolean
  readonly allowed: ReadonlyArray<number>
}

export type JobTokenScopeCommand =
  | { readonly type: 'SetInbound'; readonly enabled: boolean }
  | { readonly type: 'Allow' | 'Disallow'; readonly projectId: number; readonly targetId: number }

/** So many projects can be listed. */
const MOST_ALLOWED = 100

const reason = (text: string) => refuse(badRequest(text))

/** Which projects' job tokens reach one project; its id is the project's. */
export const jobTokenScope: Aggregate<JobTokenScopeCommand, JobTokenScopeEvent, JobTokenScopeState> = {
  category: 'job_token_scope',
  stateVersion: 1,
  events: jobTokenScopeEvents,
  initial: { inbound: true, allowed: [] },
  decide:
    (command) =>
    ({ inbound, allowed }) => {
      if (command.type === 'SetInbound') {
        const type = command.enabled ? 'InboundScopeEnabled' : 'InboundScopeDisabled'
        return E.right(command.enabled === inbound ? [] : [{ type, data: {} }])
      }
      const { projectId, targetId } = command
      const listed = allowed.includes(targetId)
      if (command.type === 'Disallow') {
        if (targetId === projectId) return reason('Source project cannot be removed from the job token scope')
        if (!listed) return reason('Target project is not in the job token scope')
        return E.right([{ type: 'ProjectDisallowed', data: { targetId } }])
      }
      if (targetId === projectId) return reason("Target project can't be the same as the source project")
      if (listed) return reason('Target project is already in the job token scope')
      if (allowed.length >= MOST_ALLOWED)
        return reason('Source project exceeds the allowable number of project links in this direction')
      return E.right([{ type: 'ProjectAllowed', data: { targetId } }])
    },
  evolve: (state, event) => {
    switch (event.type) {
      case 'InboundScopeEnabled':
        return { ...state, inbound: true }
      case 'InboundScopeDisabled':
        return { ...state, inbound: false }
      case 'ProjectAllowed':
        return { ...state, allowed: [...state.allowed, event.data.targetId] }
      case 'ProjectDisallowed':
        return { ...state, allowed: state.allowed.filter((id) => id !== event.data.targetId) }
    }
  },
}
