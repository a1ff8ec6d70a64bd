import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { recordNotFound, refuse, unprocessable } from '../../../kernel/index.js'
import type { ProtectedTagCommand } from './commands.js'
import { type ProtectedTagEvent, protectedTagEvents } from './events.js'
import type { ProtectedTagState } from './state.js'

const MOST_NAME = 255

const faults = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (name.trim() === '') return ["Name can't be blank"]
  if (name.length > MOST_NAME) return [`Name is too long (maximum is ${MOST_NAME} characters)`]
  return names.includes(name) ? ['Name has already been taken'] : []
}

/** The protected tags of one project: together, because a name is protected once. */
export const protectedTags: Aggregate<ProtectedTagCommand, ProtectedTagEvent, ProtectedTagState> = {
  category: 'protected_tags',
  stateVersion: 1,
  events: protectedTagEvents,
  initial: { names: [] },
  decide:
    (command) =>
    ({ names }) => {
      const { name } = command
      if (command.type === 'Unprotect')
        return names.includes(name) ? E.right([{ type: 'TagUnprotected', data: { name } }]) : refuse(recordNotFound)
      const wrong = faults(name, names)
      if (wrong.length > 0) return refuse(unprocessable(wrong))
      const { type: _, ...data } = command
      return E.right([{ type: 'TagProtected', data }])
    },
  evolve: ({ names }, { type, data: { name } }) => ({
    names: type === 'TagProtected' ? [...names, name] : names.filter((one) => one !== name),
  }),
}
