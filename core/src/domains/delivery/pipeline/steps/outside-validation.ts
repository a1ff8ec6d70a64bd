import type { Forge } from '../../../../app/forge.js'
import { projectReach } from '../../../instance/operation/hosts.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { JobConfig } from '../ci/config.js'
import type { PipelineSource } from '../events.js'
import { pipelineValidation } from '../instance-rules.js'

/** A pipeline that is about to begin. */
interface Planned {
  readonly project: Pick<ProjectRow, 'id' | 'fullPath' | 'createdAt'>
  readonly sha: string
  readonly ref: string
  readonly userId: number | null
  readonly source: PipelineSource
}

/** By this status the service says no; whatever else it says, or does not say, lets the pipeline begin. */
const NO = 406

const payloadOf = (forge: Forge, input: Planned, jobs: ReadonlyArray<JobConfig>): string => {
  const { project, sha, ref, source } = input
  const user = input.userId === null ? undefined : forge.read.users.byId(input.userId)
  return JSON.stringify({
    project: { id: project.id, path: project.fullPath, created_at: project.createdAt },
    user:
      user === undefined
        ? null
        : { id: user.id, username: user.username, email: user.email, created_at: user.createdAt },
    pipeline: { sha, ref, type: source },
    builds: jobs.map(({ name, stage, image, tags, services, script }) => ({
      name,
      stage,
      image,
      tag_list: tags,
      services,
      script,
    })),
    total_builds_count: jobs.length,
    namespace: { plan: forge.instance.tier, trial: false },
  })
}

/** Asks the service of the settings, where there is one, whether a pipeline of these jobs may begin. */
export const isValidOutside = async (
  forge: Forge,
  input: Planned,
  jobs: ReadonlyArray<JobConfig>,
): Promise<boolean> => {
  const settings = forge.settings.current()
  const service = pipelineValidation(settings)
  if (service === undefined) return true
  const { url, token, timeoutMs } = service
  const outcome = await forge.outbound.post({
    url,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-service-token': token }),
    },
    body: payloadOf(forge, input, jobs),
    timeoutMs,
    reach: projectReach(settings),
  })
  return outcome.kind !== 'Answered' || outcome.status !== NO
}
