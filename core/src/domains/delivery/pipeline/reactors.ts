import * as E from 'fp-ts/lib/Either.js'
import { anonymous } from '../../../access/index.js'
import { orRetry, type Reactor, reaction } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { isObjectId } from '../../../ports/git.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { repository } from '../../projects/repository/aggregate.js'
import { pushVariables } from '../../projects/repository/push-options.js'
import { maySetVariables } from './steps/user-variables.js'
import { createPipeline } from './use-cases/create.js'

const NAME = 'push-pipelines'
const BRANCH = 'refs/heads/'
const TAG = 'refs/tags/'

/** A push of a branch or tag begins the pipeline that its CI file calls for. */
export const pushPipelines: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const decoded = repository.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return
    const { ref, from, to, by, skipCi = false, pushOptions = [] } = decoded.right.data
    const branch = ref.startsWith(BRANCH)
    if (to === null || !isObjectId(to) || (!branch && !ref.startsWith(TAG))) return
    const project = forge.read.projects.byId(Number(idOf(stored.stream)))
    if (project === undefined || project.features.builds === 'disabled') return
    const short = ref.slice(branch ? BRANCH.length : TAG.length)
    const sha = await forge.git.of(project.id).resolve(to)
    if (sha === undefined) return
    // The same push seen again made its pipeline the first time: mostly the read model knows, always the cause below.
    const known = forge.read.pipelines.newestOf(project.id, sha, short)
    if (known?.source === 'push' && known.createdAt >= stored.metadata.at) return
    const variables = pushVariables(forge.secretBox, pushOptions)
    const principal = (by === null ? undefined : principalOfUser(forge, by)) ?? anonymous
    if (variables.length > 0 && !maySetVariables(forge, { principal }, project.id)) return
    const caller = { principal: anonymous, context: reaction(forge, NAME, stored) }
    const beforeSha = from !== null && isObjectId(from) ? from : null
    const made = await createPipeline(forge, caller, {
      project,
      sha,
      ref: short,
      tag: !branch,
      source: 'push',
      beforeSha,
      userId: by,
      mergeRequest: undefined,
      sourceSha: null,
      skip: skipCi,
      variables: variables.map((variable) => ({ ...variable, type: 'env_var' })),
      cause: { kind: 'push-pipeline', name: stored.id },
    })
    orRetry(made)
  },
}
