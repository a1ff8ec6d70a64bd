import { maxAssignees } from '../../../issuable/participants.js'
import { userNames } from '../parsing/index.js'
import { type ActionContext, type Effect, noEffect, type QuickAction, sentence } from './quick-action.js'

interface Named {
  readonly id: number
  readonly username: string
}

const usersIn = ({ forge, user }: ActionContext, argument: string): ReadonlyArray<Named> =>
  userNames(argument).flatMap((word) => {
    const row = word === 'me' ? forge.read.users.byId(user.userId) : forge.read.users.byUsername(word.replace(/^@/, ''))
    return row === undefined || row.state !== 'active' ? [] : [{ id: row.id, username: row.username }]
  })

const takesMany = ({ forge }: ActionContext): boolean => maxAssignees(forge.instance.tier) > 1

const mentions = (users: ReadonlyArray<Named>): string => sentence(users.map(({ username }) => `@${username}`))

const named = ({ forge }: ActionContext, ids: ReadonlyArray<number>): ReadonlyArray<Named> =>
  ids.flatMap((id) => {
    const row = forge.read.users.byId(id)
    return row === undefined ? [] : [{ id, username: row.username }]
  })

/** One of the two lists of users, and its names in the API. */
interface People {
  readonly list: 'assigneeIds' | 'reviewerIds'
  readonly key: 'assignee_ids' | 'reviewer_ids'
  readonly one: 'assignee' | 'reviewer'
  readonly noneFound: string
}

const ASSIGNEES: People = {
  list: 'assigneeIds',
  key: 'assignee_ids',
  one: 'assignee',
  noneFound: 'Failed to assign a user because no user was found.',
}
const REVIEWERS: People = {
  list: 'reviewerIds',
  key: 'reviewer_ids',
  one: 'reviewer',
  noneFound: 'Failed to assign a reviewer because no user was found.',
}

const set = ({ list, key }: People, ids: ReadonlyArray<number>, message: string): Effect => ({
  changes: { [key]: ids },
  message,
  set: { [list]: ids },
})

const several = ({ one }: People, { length }: ReadonlyArray<Named>): string => (length === 1 ? one : `${one}s`)

const assign =
  (people: People, replaces: boolean): QuickAction =>
  (context, argument) => {
    const { issuable } = context
    if (!issuable.mayAdmin) return undefined
    const found = usersIn(context, argument)
    if (found.length === 0) return noEffect(people.noneFound)
    const users = takesMany(context) ? found : found.slice(0, 1)
    const before = replaces || !takesMany(context) ? [] : issuable[people.list]
    const as = people.one === 'assignee' ? '' : ` as ${several(people, users)}`
    const ids = [...new Set([...before, ...users.map(({ id }) => id)])]
    return set(people, ids, `Assigned ${mentions(users)}${as}.`)
  }

const unassign =
  (people: People): QuickAction =>
  (context, argument) => {
    const before = context.issuable[people.list]
    if (!context.issuable.mayAdmin || before.length === 0) return undefined
    const chosen = takesMany(context) ? usersIn(context, argument) : []
    const gone = chosen.length === 0 ? named(context, before) : chosen
    const ids = new Set(gone.map(({ id }) => id))
    const left = chosen.length === 0 ? [] : before.filter((id) => !ids.has(id))
    return set(people, left, `Removed ${several(people, gone)} ${mentions(gone)}.`)
  }

const actsOn = (people: People) => ({
  assign: assign(people, false),
  reassign: assign(people, true),
  unassign: unassign(people),
})

export const assignees = actsOn(ASSIGNEES)
export const reviewers = actsOn(REVIEWERS)
