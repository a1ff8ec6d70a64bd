import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  blankOrTooLong,
  type Changes,
  codecs,
  conflict,
  current,
  type DeclaredName,
  decideChange,
  type EventOf,
  eventCatalogue,
  type Rejection,
  recordNotFound,
  refuse,
  unprocessable,
} from '../../../kernel/index.js'

const terms = {
  name: t.string,
  /** Sealed, because URLs often contain secrets. */
  externalUrl: t.string,
  /** The protections whose branches it applies to; empty: every branch. */
  protectedBranchIds: codecs.list(codecs.safeInteger),
}
const created = t.type({ projectId: codecs.safeInteger, ...terms })

const checkEvents = eventCatalogue({
  StatusCheckCreated: current(created),
  StatusCheckChanged: current(t.partial(terms)),
  StatusCheckDeleted: current(t.type({})),
})

/** The events of an external status check. */
export type ExternalStatusCheckEvent = EventOf<typeof checkEvents>
export type ExternalStatusCheckData = Readonly<t.TypeOf<typeof created>>

/** What can be changed of a check. */
export type ExternalStatusCheckTerms = Omit<ExternalStatusCheckData, 'projectId'>

export type ExternalStatusCheckState =
  | { readonly kind: 'none' | 'deleted' }
  | ({ readonly kind: 'live' } & ExternalStatusCheckData)

/** The commands of a check; its URL and its branches have been validated before. */
export type ExternalStatusCheckCommand =
  | ({ readonly type: 'Create' } & ExternalStatusCheckData)
  | { readonly type: 'Change'; readonly changes: Changes<ExternalStatusCheckTerms> }
  | { readonly type: 'Delete' }

const NAME_TAKEN = unprocessable(['Name has already been taken'])

/** The name is unique in the project. */
export const statusCheckName = ({
  projectId,
  name,
}: Pick<ExternalStatusCheckData, 'projectId' | 'name'>): DeclaredName => ({
  kind: 'external_status_check',
  name: `${projectId}\0${name}`,
  refusal: () => NAME_TAKEN,
})

const nameRefusal = (name: string | undefined): Rejection | undefined => {
  const wrong = name === undefined ? [] : blankOrTooLong(name)
  return wrong.length === 0 ? undefined : unprocessable(wrong.map((text) => `Name ${text}`))
}

/** An external status check: a service outside that says of each merge request of a project whether it passes. */
export const externalStatusCheck: Aggregate<
  ExternalStatusCheckCommand,
  ExternalStatusCheckEvent,
  ExternalStatusCheckState
> = {
  category: 'external_status_check',
  stateVersion: 1,
  events: checkEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [statusCheckName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      const wrong = nameRefusal(data.name)
      if (wrong !== undefined) return refuse(wrong)
      return state.kind === 'none' ? E.right([{ type: 'StatusCheckCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'StatusCheckDeleted', data: {} }])
    const wrong = nameRefusal(command.changes.name)
    return wrong === undefined ? decideChange('StatusCheckChanged', command.changes, state) : refuse(wrong)
  },
  evolve: (state, event) => {
    if (event.type === 'StatusCheckCreated') return { kind: 'live', ...event.data }
    if (event.type === 'StatusCheckDeleted') return { kind: 'deleted' }
    return state.kind === 'live' ? { ...state, ...event.data } : state
  },
}
