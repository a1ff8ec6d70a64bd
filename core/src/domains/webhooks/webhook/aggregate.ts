import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  type Instant,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { HEALTHY, type Health, healthAfter, type Outcome } from './health.js'
import { TRIGGERS } from './triggers.js'

const OWNERS = ['project', 'group', 'instance'] as const
const STRATEGIES = ['wildcard', 'regex', 'all_branches'] as const

/** The owner of a webhook; the instance has the id 0. */
const owner = t.type({ kind: codecs.oneOf(OWNERS), id: codecs.safeInteger })

const details = {
  /** Sealed, because URLs often contain secrets; `{names}` in it are placeholders for variables. */
  url: t.string,
  /** Sealed. */
  token: codecs.nullable(t.string),
  /** Sealed, by name. */
  urlVariables: codecs.record(t.string, t.string),
  triggers: codecs.list(codecs.oneOf(TRIGGERS)),
  branchFilter: codecs.nullable(t.string),
  branchFilterStrategy: codecs.oneOf(STRATEGIES),
  verifiesTls: t.boolean,
}
const health = t.type({
  failures: codecs.safeInteger,
  disabled: t.boolean,
  disabledUntil: codecs.nullable(codecs.instant),
})

const webhookEvents = eventCatalogue({
  WebhookCreated: current(t.type({ owner, ...details })),
  WebhookChanged: current(t.partial(details)),
  WebhookHealthChanged: current(health),
  /** Everything after the position is delivered again, in order. */
  WebhookReplayAsked: current(t.type({ after: codecs.safeInteger })),
  WebhookDeleted: current(t.type({})),
})

/** The events of a webhook. */
export type WebhookEvent = EventOf<typeof webhookEvents>
export type WebhookOwner = Readonly<t.TypeOf<typeof owner>>
export const BRANCH_FILTER_STRATEGIES = STRATEGIES

/** The settings of a webhook. */
export type WebhookDetails = Omit<Extract<WebhookEvent, { readonly type: 'WebhookCreated' }>['data'], 'owner'>

export type WebhookState =
  | { readonly kind: 'none' }
  | { readonly kind: 'live'; readonly health: Health }
  | { readonly kind: 'deleted' }

export type WebhookCommand =
  | { readonly type: 'Create'; readonly owner: WebhookOwner; readonly details: WebhookDetails }
  | { readonly type: 'Change'; readonly changes: Partial<WebhookDetails> }
  | { readonly type: 'NoteOutcome'; readonly outcome: Outcome; readonly at: Instant }
  | { readonly type: 'Replay'; readonly after: number }
  | { readonly type: 'Delete' }

const decideLive = (
  command: Exclude<WebhookCommand, { readonly type: 'Create' }>,
  known: Health,
): ReadonlyArray<WebhookEvent> => {
  switch (command.type) {
    case 'Change':
      return Object.keys(command.changes).length === 0 ? [] : [{ type: 'WebhookChanged', data: command.changes }]
    case 'NoteOutcome': {
      const next = healthAfter(known, command.outcome, command.at)
      return next === known ? [] : [{ type: 'WebhookHealthChanged', data: next }]
    }
    case 'Replay':
      return [{ type: 'WebhookReplayAsked', data: { after: command.after } }]
    case 'Delete':
      return [{ type: 'WebhookDeleted', data: {} }]
  }
}

/** A webhook: a URL to which events of a project, a group or the instance are delivered. */
export const webhook: Aggregate<WebhookCommand, WebhookEvent, WebhookState> = {
  category: 'webhook',
  stateVersion: 1,
  events: webhookEvents,
  initial: { kind: 'none' },
  decide:
    (command) =>
    (state): E.Either<Rejection, ReadonlyArray<WebhookEvent>> => {
      if (command.type === 'Create')
        return state.kind === 'none'
          ? E.right([{ type: 'WebhookCreated', data: { owner: command.owner, ...command.details } }])
          : refuse(conflict())
      return state.kind === 'live' ? E.right(decideLive(command, state.health)) : refuse(recordNotFound)
    },
  evolve: (state, event) => {
    switch (event.type) {
      case 'WebhookCreated':
        return { kind: 'live', health: HEALTHY }
      case 'WebhookHealthChanged':
        return state.kind === 'live' ? { kind: 'live', health: event.data } : state
      case 'WebhookDeleted':
        return { kind: 'deleted' }
      case 'WebhookChanged':
      case 'WebhookReplayAsked':
        return state
    }
  },
}
