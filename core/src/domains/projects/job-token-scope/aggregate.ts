import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  badRequest,
  codecs,
  current,
  type EventOf,
  eventCatalogue,
  type Rejection,
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

/** The events of the scope of a project. */
export type JobTokenScopeEvent = EventOf<typeof jobTokenScopeEvents>

/** Whose jobs reach a project: those of the allowed projects only, while `inbound` is on; those of every project otherwise. */
export interface JobTokenScopeState {
  readonly inbound: boolean
  readonly allowed: ReadonlyArray<number>
}

/** A project that allows the jobs of another. */
interface Link {
  readonly projectId: number
  readonly targetId: number
}

export type JobTokenScopeCommand =
  | { readonly type: 'SetInbound'; readonly enabled: boolean }
  | ({ readonly type: 'Allow' | 'Disallow' } & Link)

/** The most projects that can be listed. */
const MAX_ALLOWED = 100

type Decision = E.Either<Rejection, ReadonlyArray<JobTokenScopeEvent>>

const reason = (text: string) => refuse(badRequest(text))

const allow = ({ projectId, targetId }: Link, allowed: ReadonlyArray<number>): Decision => {
  if (targetId === projectId) return reason("Target project can't be the same as the source project")
  if (allowed.includes(targetId)) return reason('Target project is already in the job token scope')
  if (allowed.length >= MAX_ALLOWED)
    return reason('Source project exceeds the allowable number of project links in this direction')
  return E.right([{ type: 'ProjectAllowed', data: { targetId } }])
}

const disallow = ({ projectId, targetId }: Link, allowed: ReadonlyArray<number>): Decision => {
  if (targetId === projectId) return reason('Source project cannot be removed from the job token scope')
  if (!allowed.includes(targetId)) return reason('Target project is not in the job token scope')
  return E.right([{ type: 'ProjectDisallowed', data: { targetId } }])
}

/** Which projects' job tokens reach one project; its id is the project's. */
export const jobTokenScope: Aggregate<JobTokenScopeCommand, JobTokenScopeEvent, JobTokenScopeState> = {
  category: 'job_token_scope',
  stateVersion: 1,
  events: jobTokenScopeEvents,
  initial: { inbound: true, allowed: [] },
  decide:
    (command) =>
    ({ inbound, allowed }) => {
      switch (command.type) {
        case 'SetInbound': {
          const type = command.enabled ? 'InboundScopeEnabled' : 'InboundScopeDisabled'
          return E.right(command.enabled === inbound ? [] : [{ type, data: {} }])
        }
        case 'Allow':
          return allow(command, allowed)
        case 'Disallow':
          return disallow(command, allowed)
      }
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
