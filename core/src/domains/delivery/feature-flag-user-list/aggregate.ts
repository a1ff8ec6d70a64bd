import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { safeInteger } from '../../../kernel/codecs.js'
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
  given,
  type Rejection,
  recordNotFound,
  refuse,
  refused,
} from '../../../kernel/index.js'
import { userIdErrors } from './user-ids.js'

const details = {
  name: t.string,
  /** Ids of users as the deployed software knows them, separated by commas. */
  userIds: t.string,
}
const created = t.type({ projectId: safeInteger, iid: safeInteger, ...details })

const userListEvents = eventCatalogue({
  UserListCreated: current(created),
  UserListChanged: current(t.partial(details)),
  UserListDeleted: current(t.type({})),
})

/** The events of a list of users. */
export type FeatureFlagUserListEvent = EventOf<typeof userListEvents>
export type FeatureFlagUserListData = Readonly<t.TypeOf<typeof created>>

/** What can be changed of a list. */
export interface UserListDetails {
  readonly name: string
  readonly userIds: string
}

export type FeatureFlagUserListState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & FeatureFlagUserListData)
  | { readonly kind: 'deleted' }

export type FeatureFlagUserListCommand =
  | ({ readonly type: 'Create' } & FeatureFlagUserListData)
  | { readonly type: 'Change'; readonly changes: Changes<UserListDetails> }
  /** `inUse`: a strategy refers to the list. */
  | { readonly type: 'Delete'; readonly inUse: boolean }

const findings = ({ name, userIds }: UserListDetails): ReadonlyArray<string> => [
  ...blankOrTooLong(name).map((text) => `Name ${text}`),
  ...(userIds === '' ? ["User xids can't be blank"] : userIdErrors('User xids user_xids', userIds)),
]

/** The name is unique in the project. */
export const userListName = ({ projectId, name }: FeatureFlagUserListData): DeclaredName => ({
  kind: 'feature_flag_user_list',
  name: `${projectId}\0${name}`,
  refusal: () => refused(['Name has already been taken']),
})

type Decision = E.Either<Rejection, ReadonlyArray<FeatureFlagUserListEvent>>

const change = (live: FeatureFlagUserListData, changes: Changes<UserListDetails>): Decision => {
  const wrong = findings({ ...live, ...given(changes) })
  if (wrong.length > 0) return refuse(refused(wrong))
  return decideChange('UserListChanged', changes, live)
}

/** A list of users for whom feature flags of a project can be enabled. */
export const featureFlagUserList: Aggregate<
  FeatureFlagUserListCommand,
  FeatureFlagUserListEvent,
  FeatureFlagUserListState
> = {
  category: 'feature_flag_user_list',
  stateVersion: 1,
  events: userListEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [userListName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      const wrong = findings(data)
      if (wrong.length > 0) return refuse(refused(wrong))
      return state.kind === 'none' ? E.right([{ type: 'UserListCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Change') return change(state, command.changes)
    return command.inUse
      ? refuse(conflict(['User list is associated with a strategy']))
      : E.right([{ type: 'UserListDeleted', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'UserListCreated') return { kind: 'live', ...event.data }
    if (event.type === 'UserListDeleted') return { kind: 'deleted' }
    return state.kind === 'live' ? { ...state, ...event.data } : state
  },
}
