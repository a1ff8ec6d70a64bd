import {
  RUNNER_ACCESS_LEVELS,
  RUNNER_SCOPES,
  RUNNER_STATUSES,
  RUNNER_TYPES,
  type RunnerFilter,
  type RunnerProgram,
  type RunnerScope,
  type RunnerSettings,
} from '@forgefold/core/domains/delivery/runner'
import type { Changes } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  type Decoded,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  oneOfByRelease,
  optional,
  string,
} from '../../../../http/index.js'

const old = lifespanOf('runners.status_filter')

/** The filters of lists of runners. */
const filterParams = {
  type: optional(oneOf(RUNNER_TYPES), 'Whose jobs they take'),
  status: optional(oneOfByRelease(RUNNER_STATUSES, { active: old, paused: old }), 'Whether they are heard of'),
  paused: optional(boolean(), 'Whether they are given jobs'),
  tag_list: optional(listOf(string()), 'They have all of these tags'),
}

/** `scope` of the caller's own runners: the older name of `status`. */
export const ownFilterParams = {
  ...filterParams,
  scope: optional(oneOf(RUNNER_STATUSES), 'The older form of `status`'),
}

/** `scope` of all runners and of a project's: the older form of `type` and `status`. */
export const scopedFilterParams = {
  ...filterParams,
  scope: optional(oneOf(RUNNER_SCOPES), 'The older form of `type` and `status`'),
}

/** The types of a group's runners; `project_type` never matches there. */
export const groupFilterParams = {
  ...filterParams,
  type: optional(
    oneOfByRelease(RUNNER_TYPES, { project_type: lifespanOf('runners.group_project_type') }),
    'Whose jobs they take',
  ),
}

export const filterOf = ({
  type,
  status,
  scope,
  paused,
  tag_list: tags,
}: Decoded<typeof filterParams> & { readonly scope?: RunnerScope | undefined }): RunnerFilter => ({
  type,
  status,
  scope,
  paused,
  tags,
})

/** The settings of a runner. */
export const settingsParams = {
  description: optional(string(), 'What it is called'),
  paused: optional(boolean(), 'It is given no jobs'),
  locked: optional(boolean(), 'It can be enabled for no further project'),
  run_untagged: optional(boolean(), 'It takes jobs without tags too'),
  tag_list: optional(listOf(string()), 'It takes jobs whose tags are all among these'),
  access_level: optional(oneOf(RUNNER_ACCESS_LEVELS), 'Whether it takes jobs of protected refs only'),
  maximum_timeout: optional(nullable(integer()), 'The most seconds that a job may run'),
  maintenance_note: optional(string(), 'A note for those who look after it'),
  active: optional(boolean(), 'The other way round than `paused`', { ...lifespanOf('runners.active') }),
}

/** The requested changes. */
export const changesOf = (params: Decoded<typeof settingsParams>): Changes<RunnerSettings> => ({
  description: params.description,
  paused: params.paused ?? (params.active === undefined ? undefined : !params.active),
  locked: params.locked,
  runUntagged: params.run_untagged,
  tags: params.tag_list === undefined ? undefined : [...new Set(params.tag_list.filter((tag) => tag !== ''))],
  accessLevel: params.access_level,
  maximumTimeout: params.maximum_timeout,
  maintenanceNote: params.maintenance_note,
})

/** A new runner; omitted settings have their defaults. */
export const newSettings = (params: Decoded<typeof settingsParams>): RunnerSettings => {
  const {
    description = null,
    paused = false,
    locked = false,
    runUntagged = true,
    tags = [],
    ...rest
  } = changesOf(params)
  const { accessLevel = 'not_protected', maximumTimeout = null, maintenanceNote = null } = rest
  return { description, paused, locked, runUntagged, tags, accessLevel, maximumTimeout, maintenanceNote }
}

/** What a runner program reports of itself with each request. */
export const infoParams = {
  info: optional(
    object({
      name: optional(string(), 'What the program is called'),
      version: optional(string(), 'Its version'),
      revision: optional(string(), 'The commit that it was built from'),
      platform: optional(string(), 'Its operating system'),
      architecture: optional(string(), 'Its processor'),
    }),
    'What the program says of itself',
  ),
}

export const programOf = ({ info }: Decoded<typeof infoParams>): RunnerProgram => ({
  name: info?.name ?? null,
  version: info?.version ?? null,
  revision: info?.revision ?? null,
  platform: info?.platform ?? null,
  architecture: info?.architecture ?? null,
})
