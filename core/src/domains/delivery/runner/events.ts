import * as t from 'io-ts'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** The scope of a runner: the instance, a group, or the projects that it is enabled for. */
export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const
export type RunnerType = (typeof RUNNER_TYPES)[number]

/** Whether a runner takes jobs of any ref, or of protected ones only. */
export const RUNNER_ACCESS_LEVELS = ['not_protected', 'ref_protected'] as const

const details = {
  description: nullable(t.string),
  /** It is given no jobs. */
  paused: t.boolean,
  /** It can be enabled for no further project. */
  locked: t.boolean,
  /** It takes untagged jobs too. */
  runUntagged: t.boolean,
  tags: list(t.string),
  accessLevel: oneOf(RUNNER_ACCESS_LEVELS),
  /** Seconds. */
  maximumTimeout: nullable(safeInteger),
  maintenanceNote: nullable(t.string),
}

/** What the program reports about itself. */
const program = {
  name: nullable(t.string),
  version: nullable(t.string),
  revision: nullable(t.string),
  platform: nullable(t.string),
  architecture: nullable(t.string),
}

const registered = t.type({
  type: oneOf(RUNNER_TYPES),
  groupId: nullable(safeInteger),
  projectId: nullable(safeInteger),
  /** SHA-256 of its authentication token. */
  digest: t.string,
  ...details,
})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** The settings of a runner. */
const settings = t.type(details)
export type RunnerSettings = Data<typeof settings>

const contact = t.type(program)
/** What a runner program reports about itself. */
export type RunnerProgram = Data<typeof contact>

export type RunnerRegistration = Data<typeof registered>

/** Every event of a runner. */
export const runnerEvents = eventCatalogue({
  RunnerRegistered: current(registered),
  RunnerChanged: current(t.partial(details)),
  /** A new authentication token, which replaces the previous one. */
  RunnerTokenReset: current(t.type({ digest: t.string })),
  /** Contact with the runner: recorded once an hour, and where the program's report has changed. */
  RunnerContacted: current(t.type({ ...program, at: instant })),
  RunnerEnabled: current(t.type({ projectId: safeInteger })),
  RunnerDisabled: current(t.type({ projectId: safeInteger })),
  RunnerDeleted: current(t.type({})),
})

export type RunnerEvent = EventOf<typeof runnerEvents>
