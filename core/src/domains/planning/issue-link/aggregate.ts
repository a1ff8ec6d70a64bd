import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

/** The relation of an issue to another one; `blocks`: the other one waits for it. */
export const LINK_TYPES = ['relates_to', 'blocks'] as const
export type LinkType = (typeof LINK_TYPES)[number]

const created = t.type({ sourceId: codecs.safeInteger, targetId: codecs.safeInteger, type: codecs.oneOf(LINK_TYPES) })

const issueLinkEvents = eventCatalogue({
  IssueLinkCreated: current(created),
  IssueLinkDeleted: current(t.type({})),
})

export type IssueLinkEvent = EventOf<typeof issueLinkEvents>
export type IssueLinkData = Readonly<t.TypeOf<typeof created>>

export type IssueLinkState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & Pick<IssueLinkData, 'sourceId' | 'targetId'>)
  | { readonly kind: 'deleted' }

export type IssueLinkCommand = { readonly type: 'Create'; readonly link: IssueLinkData } | { readonly type: 'Delete' }

/** The refusal where two issues are linked already. */
export const alreadyLinked = conflict('Issue(s) already assigned')

/** A link between two issues; there is at most one between any two. */
export const issueLink: Aggregate<IssueLinkCommand, IssueLinkEvent, IssueLinkState> = {
  category: 'issue_link',
  stateVersion: 1,
  events: issueLinkEvents,
  initial: { kind: 'none' },
  names: (state) =>
    state.kind === 'live'
      ? [
          {
            kind: 'issue_link',
            name: [Math.min(state.sourceId, state.targetId), Math.max(state.sourceId, state.targetId)].join('\0'),
            refusal: () => alreadyLinked,
          },
        ]
      : [],
  decide: (command) => (state) => {
    if (command.type === 'Create')
      return state.kind === 'none' ? E.right([{ type: 'IssueLinkCreated', data: command.link }]) : refuse(conflict())
    return state.kind === 'live' ? E.right([{ type: 'IssueLinkDeleted', data: {} }]) : refuse(recordNotFound)
  },
  evolve: (_, event) =>
    event.type === 'IssueLinkCreated'
      ? { kind: 'live', sourceId: event.data.sourceId, targetId: event.data.targetId }
      : { kind: 'deleted' },
}
