import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Gitlab } from '@gitbeaker/rest'
import { deletions } from './deletions.js'
import type { Journey, TourOptions } from './journey.js'
import { lists } from './lists.js'
import { refusals } from './refusals.js'
import { DEPLOYED, repositoryFor } from './repository.js'

/** A group, a project, and a real history pushed into it by git. */
const settle = async (options: TourOptions, folder: string): Promise<Journey> => {
  const { url, token, say } = options
  const run = `tour-${randomBytes(4).toString('hex')}`
  // #region settle
  const api = new Gitlab({ host: url, token })
  const group = await api.Groups.create(run, run, { visibility: 'private' })
  const project = await api.Projects.create({ name: 'app', path: 'app', namespaceId: group.id })
  // #endregion
  say(`group ${group.full_path} and project ${project.path_with_namespace} are made`)
  const home = join(folder, 'home')
  await mkdir(home)
  await mkdir(join(folder, 'work'))
  const { git, isOwn } = await repositoryFor(join(folder, 'work'), home)
  const remote = new URL(`${url}/${project.path_with_namespace}.git`)
  remote.username = 'oauth2'
  remote.password = token
  await git.run('push', '--quiet', remote.href, 'HEAD:refs/heads/main')
  const commits = (await git.run('rev-list', '--first-parent', `--max-count=${DEPLOYED}`, 'HEAD')).split('\n')
  const count = await git.run('rev-list', '--count', 'HEAD')
  say(`${isOwn ? "this project's own history" : 'a made-up history'} is pushed: ${count} commits`)
  const served = await api.Branches.show(project.id, 'main')
  assert.equal(served.commit.id, commits[0], 'the server has what was pushed')
  return { ...options, api, projectId: project.id, commits }
}

/** The commits one after the other into production, the newest into staging as well. */
const deploy = async ({ api, projectId, commits, say }: Journey): Promise<void> => {
  for (const sha of commits.toReversed()) {
    // #region deploy
    const deployment = await api.Deployments.create(projectId, 'production', sha, 'main', false, { status: 'running' })
    const done = await api.Deployments.edit(projectId, deployment.id, 'success')
    // #endregion
    assert.equal(done.status, 'success')
    say(`deployment ${deployment.iid}: ${sha.slice(0, 8)} is in production`)
  }
  const [newest = ''] = commits
  const failed = await api.Deployments.create(projectId, 'staging', newest, 'main', false, { status: 'failed' })
  const running = await api.Deployments.create(projectId, 'staging', newest, 'main', false, { status: 'running' })
  say(`deployment ${failed.iid} failed, deployment ${running.iid} is running, both in staging`)
  const shown = await api.Deployments.show(projectId, failed.id)
  assert.deepEqual([shown.sha, shown.ref, shown.status, shown.deployable], [newest, 'main', 'failed', null])
}

/** Walks a new user's whole way through a running server; rejects where anything is not as documented. */
export const takeTour = async (options: TourOptions): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-tour-'))
  try {
    const journey = await settle(options, folder)
    await deploy(journey)
    await lists(journey)
    await refusals(journey)
    await deletions(journey)
    options.say('the tour is over: everything was as documented')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
