import type { Forge } from '@forgefold/core/app'
import {
  connectionOf,
  groupOfRunner,
  projectsOfRunner,
  type RegisteredRunner,
  type RunnerRow,
} from '@forgefold/core/domains/delivery/runner'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { releaseHas } from '@forgefold/core/releases'

/** A runner (docs/reference/behaviour/delivery.md#runners). */
export const presentRunner = (forge: Forge, row: RunnerRow) => {
  const { release } = forge.instance
  const connection = connectionOf(row, forge.clock.now())
  const tellsPaused = row.paused && releaseHas('runners.status_paused_or_active', release)
  return {
    id: row.id,
    description: row.description,
    ip_address: null,
    ...(releaseHas('runners.active', release) ? { active: !row.paused } : {}),
    paused: row.paused,
    is_shared: row.type === 'instance_type',
    runner_type: row.type,
    name: row.name,
    online: connection === 'not_connected' ? null : connection === 'online',
    status: tellsPaused ? 'paused' : connection,
  }
}

const presentIdentity = ({ id, name, fullName, path, fullPath }: ProjectRow) => ({
  id,
  name,
  name_with_namespace: fullName,
  path,
  path_with_namespace: fullPath,
})

/** A runner by itself. */
export const presentWholeRunner = (forge: Forge, row: RunnerRow) => {
  const group = groupOfRunner(forge, row)
  return {
    ...presentRunner(forge, row),
    tag_list: row.tags,
    run_untagged: row.runUntagged,
    locked: row.locked,
    maximum_timeout: row.maximumTimeout,
    access_level: row.accessLevel,
    version: row.version,
    revision: row.revision,
    platform: row.platform,
    architecture: row.architecture,
    contacted_at: row.contactedAt,
    maintenance_note: row.maintenanceNote,
    projects: projectsOfRunner(forge, row).map(presentIdentity),
    groups:
      group === undefined
        ? []
        : [{ id: group.id, web_url: `${forge.instance.externalUrl}/groups/${group.fullPath}`, name: group.name }],
  }
}

/** A newly registered runner with its token, which is shown only here. */
export const presentRegistered = ({ runner, token }: RegisteredRunner) => ({
  id: runner.id,
  token,
  token_expires_at: null,
})

/** A reset token of a runner. */
export const presentToken = ({ token }: Pick<RegisteredRunner, 'token'>) => ({ token, token_expires_at: null })
