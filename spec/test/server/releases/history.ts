import { eventually, type TestInstance } from '@forgefold/spec/instance'
import { type Asking, askingOf } from './history-asking.js'
import { deploymentOf, writeCommits } from './history-commits.js'
import { writeJobs } from './history-jobs.js'
import { writeArchive, writePackages } from './history-packages.js'
import { findPaths, fixedPaths } from './history-paths.js'
import { writePeople } from './history-people.js'
import { writePlanning } from './history-planning.js'

/** One history with at least one of everything, and where each thing is. */
export interface History {
  readonly project: number
  readonly group: number
  readonly ann: number
  readonly annToken: string
  /** Of a maintainer of the project. */
  readonly keeperToken: string
  /** Of a job that runs. */
  readonly jobToken: string
  /** A public project with a Composer archive. */
  readonly open: number
  /** Environments with a job that stops them. */
  readonly stoppable: ReadonlyArray<number>
  /** Deployments that wait for an approval; root made them. */
  readonly gated: ReadonlyArray<number>
  /** From the path of a route to one that names something there. */
  readonly paths: ReadonlyMap<string, string>
}

/** Deploys what the first branch has become by now, and waits for the merge requests that went with it. */
const ship = async ({ answer, make, list }: Asking, at: string): Promise<number> => {
  const newest = (await answer('GET', `${at}/repository/commits/main`)).json as { readonly id: string }
  const deployment = await make(`${at}/deployments`, deploymentOf(newest.id))
  await eventually('what the deployment shipped', async () => {
    const found = await list(`${at}/deployments/${deployment}/merge_requests`)
    return found.length > 0 ? found : undefined
  })
  return deployment
}

/** An issue tracker elsewhere. */
const JIRA = { url: 'https://jira.example', username: 'u', password: 'p' }

/** Makes one of everything on an instance of the newest release. */
export const writeHistory = async (instance: TestInstance): Promise<History> => {
  const asking = askingOf(instance)
  const setting = await writePeople(asking)
  const { group, project, at, ann, keeper } = setting
  const { sha, blob } = await writeCommits(asking, setting)
  const { stoppable, gated, jobToken, pipeline, archived: job } = await writeJobs(asking, setting)
  const archived = await writePackages(asking, setting, jobToken)
  const { notes } = await writePlanning(asking, setting)
  const deployment = await ship(asking, at)
  await asking.make(`${at}/fork`, { name: 'Copy', path: 'copy' })
  await asking.make('/projects', { name: 'of ann' }, ann.token)
  const open = await asking.make('/projects', { name: 'open', visibility: 'public' })
  await writeArchive(asking, open)
  await asking.must('PUT', `/projects/${open}/integrations/jira`, JIRA)
  await eventually('something to do for root', async () => {
    const todos = await asking.list('/todos')
    return todos.length > 0 ? todos : undefined
  })
  const fixed = fixedPaths({
    project,
    open,
    group,
    user: ann.id,
    sha,
    blob,
    pipeline,
    job,
    deployment,
    archived,
    notes,
  })
  const paths = await findPaths(instance, fixed)
  const tokens = { annToken: ann.token, keeperToken: keeper.token, jobToken }
  return { project, group, ann: ann.id, ...tokens, open, stoppable, gated, paths }
}
