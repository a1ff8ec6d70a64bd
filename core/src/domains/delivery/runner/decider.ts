import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  type Changes,
  conflict,
  decideChange,
  denied,
  type FieldErrors,
  fieldErrors,
  given,
  type Instant,
  invalid,
  millisecondsOf,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import type { RunnerCommand } from './commands.js'
import { type RunnerEvent, type RunnerProgram, type RunnerSettings, runnerEvents } from './events.js'
import { evolve } from './evolve.js'
import type { LiveRunner, RunnerState } from './state.js'

type Decision = E.Either<Rejection, ReadonlyArray<RunnerEvent>>

const MIN_TIMEOUT_SECONDS = 600
const MAX_NOTE_LENGTH = 1024
const MAX_DESCRIPTION_LENGTH = 1024
const MAX_TAG_LENGTH = 255
const MAX_TAGS = 50

const tooLong = (most: number): string => `is too long (maximum is ${most} characters)`

const tagErrors = ({ tags, runUntagged }: RunnerSettings): ReadonlyArray<string> => {
  if (tags.length === 0 && !runUntagged) return ['can not be empty when runner is not allowed to pick untagged jobs']
  if (tags.length > MAX_TAGS) return [`Too many tags specified. Please limit the number of tags to ${MAX_TAGS}`]
  return tags.some((tag) => tag.length > MAX_TAG_LENGTH) ? [tooLong(MAX_TAG_LENGTH)] : []
}

const findings = (wanted: RunnerSettings): FieldErrors | undefined =>
  fieldErrors({
    tags_list: tagErrors(wanted),
    description: (wanted.description ?? '').length > MAX_DESCRIPTION_LENGTH ? [tooLong(MAX_DESCRIPTION_LENGTH)] : [],
    maintenance_note: (wanted.maintenanceNote ?? '').length > MAX_NOTE_LENGTH ? [tooLong(MAX_NOTE_LENGTH)] : [],
    maximum_timeout:
      wanted.maximumTimeout !== null && wanted.maximumTimeout < MIN_TIMEOUT_SECONDS
        ? ['needs to be at least 10 minutes']
        : [],
  })

const change = (changes: Changes<RunnerSettings>, live: LiveRunner): Decision => {
  const wrong = findings({ ...live, ...given(changes) })
  if (wrong !== undefined) return refuse(invalid(wrong))
  return decideChange('RunnerChanged', changes, live)
}

/** Milliseconds between recorded contacts; a runner asks for jobs every few seconds. */
const NEWS_AFTER = 3600 * 1000

const noteContact = (program: RunnerProgram, at: Instant, live: LiveRunner): Decision => {
  const isKnown = (Object.keys(program) as ReadonlyArray<keyof RunnerProgram>).every(
    (key) => program[key] === live.program[key],
  )
  const isRecent = live.contactedAt !== null && millisecondsOf(at) - millisecondsOf(live.contactedAt) < NEWS_AFTER
  return E.right(isKnown && isRecent ? [] : [{ type: 'RunnerContacted', data: { ...program, at } }])
}

const enable = (projectId: number, live: LiveRunner): Decision => {
  if (live.type !== 'project_type' || live.projectIds.includes(projectId))
    return refuse(invalid({ runner: ['has already been taken'] }))
  return E.right([{ type: 'RunnerEnabled', data: { projectId } }])
}

const ONLY_ONE = denied('403 Forbidden - Only one project associated with the runner. Please remove the runner instead')

const disable = (projectId: number, live: LiveRunner): Decision => {
  if (!live.projectIds.includes(projectId)) return refuse(recordNotFound)
  return live.projectIds.length === 1 ? refuse(ONLY_ONE) : E.right([{ type: 'RunnerDisabled', data: { projectId } }])
}

const decide = (command: RunnerCommand, state: RunnerState): Decision => {
  if (command.type === 'Register') {
    if (state.kind !== 'none') return refuse(conflict())
    const wrong = findings(command.registration)
    if (wrong !== undefined) return refuse(invalid(wrong))
    return E.right([{ type: 'RunnerRegistered', data: command.registration }])
  }
  if (state.kind !== 'live') return refuse(recordNotFound)
  switch (command.type) {
    case 'Change':
      return change(command.changes, state)
    case 'ResetToken':
      return E.right([{ type: 'RunnerTokenReset', data: { digest: command.digest } }])
    case 'NoteContact':
      return noteContact(command.program, command.at, state)
    case 'Enable':
      return enable(command.projectId, state)
    case 'Disable':
      return disable(command.projectId, state)
    case 'Delete':
      return E.right([{ type: 'RunnerDeleted', data: {} }])
  }
}

/** A runner: an outside program that executes jobs, and which jobs it takes. */
export const runner: Aggregate<RunnerCommand, RunnerEvent, RunnerState> = {
  category: 'runner',
  stateVersion: 1,
  events: runnerEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => decide(command, state),
  evolve,
}
