import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Day, FieldErrors } from '../../../kernel/index.js'
import { conflict, faulty, invalid, recordNotFound, refuse } from '../../../kernel/index.js'
import type { InheritedRole, MemberCommand } from './commands.js'
import { type MemberEvent, type MemberSource, memberEvents } from './events.js'
import { isRole, roleName } from './roles.js'
import type { MemberState } from './state.js'

const errorsOf = (wanted: {
  readonly source: MemberSource
  readonly level: number
  readonly expiresAt: Day | null | undefined
  readonly today: Day
  readonly inherited: InheritedRole | undefined
}): FieldErrors | undefined => {
  const { source, level, expiresAt, today, inherited } = wanted
  const errors: Record<string, ReadonlyArray<string>> = {}
  if (!isRole(source, level)) errors['access_level'] = ['is not included in the list']
  else if (inherited !== undefined && level < inherited.level)
    errors['access_level'] = [
      `should be greater than or equal to ${roleName(inherited.level)} inherited membership from group ${inherited.group}`,
    ]
  if (typeof expiresAt === 'string' && expiresAt < today) errors['expires_at'] = ['cannot be a date in the past']
  return faulty(errors)
}

/** One person's membership in one group or project. */
export const member: Aggregate<MemberCommand, MemberEvent, MemberState> = {
  category: 'member',
  stateVersion: 1,
  events: memberEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Add') {
      if (state.kind === 'member') return refuse(conflict('Member already exists'))
      const errors = errorsOf(command)
      if (errors !== undefined) return refuse(invalid(errors))
      const { source, sourceId, userId, level, expiresAt } = command
      return E.right([{ type: 'MemberAdded', data: { source, sourceId, userId, level, expiresAt } }])
    }
    if (state.kind === 'none') return command.type === 'Expire' ? E.right([]) : refuse(recordNotFound)
    switch (command.type) {
      case 'Change': {
        const errors = errorsOf(command)
        if (errors !== undefined) return refuse(invalid(errors))
        const expiresAt = command.expiresAt === undefined ? state.expiresAt : command.expiresAt
        return E.right(
          command.level === state.level && expiresAt === state.expiresAt
            ? []
            : [{ type: 'MemberChanged', data: { level: command.level, expiresAt } }],
        )
      }
      case 'Remove':
        return E.right([{ type: 'MemberRemoved', data: {} }])
      case 'Expire':
        return E.right(
          state.expiresAt !== null && state.expiresAt <= command.today ? [{ type: 'MembershipExpired', data: {} }] : [],
        )
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'MemberAdded':
        return { kind: 'member', level: event.data.level, expiresAt: event.data.expiresAt }
      case 'MemberChanged':
        return state.kind === 'none' ? state : { ...state, ...event.data }
      case 'MemberRemoved':
      case 'MembershipExpired':
        return { kind: 'none' }
    }
  },
}

/** The id of a membership's stream. */
export const membershipId = (source: MemberSource, sourceId: number, userId: number): string =>
  `${source}-${sourceId}-${userId}`
