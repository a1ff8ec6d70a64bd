import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import { eventually } from '@forgefold/spec/instance'
import { forgefold } from '@forgefold/spec/processes'
import { need } from '@forgefold/spec/programs'
import { type OwnServer, startServer } from '@forgefold/spec/tour'
import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const CI = `stages: [test, stage, deploy]
check:
  stage: test
  script: ['true']
rehearse:
  stage: stage
  script: ['true']
  environment: staging
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
ship:
  stage: deploy
  script: ['true']
  environment: { name: production, url: 'https://app.example' }
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`

type Api = InstanceType<typeof Gitlab>
type Name = 'maintainer' | 'second' | 'developer' | 'releaser'
const LEVELS = { maintainer: 40, second: 40, developer: 30, releaser: 20 } as const

interface Person {
  readonly id: number
  readonly token: string
  readonly api: Api
}

const statusOf = async (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 'granted',
    (error: {
      readonly cause?: { readonly description?: string; readonly response?: { readonly status: number } }
    }) => [error.cause?.response?.status, error.cause?.description],
  )

describe.runIf(need('git'))('a deployment gated by people, told by real clients over a socket', () => {
  let server: OwnServer
  let home: string
  let git: PlainGit
  let projectId: number
  let iid: number
  let merged: string
  let pipelineId: number
  const people = {} as Record<Name, Person>

  const remote = (token: string, user = 'oauth2'): string => {
    const url = new URL(`${server.url}/maintainer/app.git`)
    url.username = user
    url.password = token
    return url.href
  }
  const commit = async (file: string, text: string, message: string): Promise<void> => {
    await writeFile(join(home, file), text)
    await git.run('add', '.')
    await git.run('commit', '--quiet', '--message', message)
  }
  const jobNamed = async (name: string) => {
    const jobs = await people.maintainer.api.Jobs.all(projectId, { pipelineId })
    const found = jobs.find((job) => job.name === name)
    if (found === undefined) throw new Error(`no job ${name}`)
    return found
  }
  /** The outside runner: it reports by our own endpoint. */
  const report = async (
    name: string,
    status: string,
  ): Promise<{ readonly status: number; readonly token?: string }> => {
    const { id } = await jobNamed(name)
    const answered = await fetch(`${server.url}/api/v4/projects/${projectId}/jobs/${id}`, {
      method: 'PUT',
      headers: { 'PRIVATE-TOKEN': people.maintainer.token, 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
    const json = (await answered.json()) as { readonly token?: string }
    return { ...json, status: answered.status }
  }
  const deploymentTo = (environment: string, status: 'blocked' | 'created' | 'success') =>
    eventually(`${environment} ${status}`, async () => {
      const found = await people.developer.api.Deployments.all(projectId, { environment, status })
      return found.at(-1)
    })

  beforeAll(async () => {
    server = await startServer(['--api-release', '15.3'])
    const root = new Gitlab({ host: server.url, token: server.token })
    for (const name of Object.keys(LEVELS) as ReadonlyArray<Name>) {
      const profile = { username: name, name: `The ${name}`, email: `${name}@example.com`, skipConfirmation: true }
      const { id } = await root.Users.create({ ...profile, password: 'correct horse battery' })
      const { token } = (await root.PersonalAccessTokens.create(id, 'story', ['api'])) as unknown as {
        readonly token: string
      }
      people[name] = { id, token, api: new Gitlab({ host: server.url, token }) }
    }
    const { api } = people.maintainer
    projectId = (await api.Projects.create({ name: 'app', path: 'app' })).id
    for (const name of ['second', 'developer', 'releaser'] as const)
      await api.ProjectMembers.add(projectId, LEVELS[name], { userId: people[name].id })
    home = await mkdtemp(join(tmpdir(), 'forgefold-story-'))
    git = plainGit(home, home)
    await git.run('init', '--quiet')
    await commit('README.md', 'app\n', 'Begin')
    await git.run('push', '--quiet', remote(people.maintainer.token), 'HEAD:refs/heads/main')
  })
  afterAll(async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('begins with a push, a merge request and two protected environments', async () => {
    const { maintainer, developer, releaser } = people
    await maintainer.api.ProjectProtectedEnvironments.create(
      projectId,
      'production',
      [{ accessLevel: 40 }] as never,
      { approvalRules: [{ accessLevel: 40 }, { userId: releaser.id, requiredApprovals: 1 }] } as never,
    )
    await maintainer.api.ProjectProtectedEnvironments.create(
      projectId,
      'staging',
      [{ accessLevel: 30 }] as never,
      {
        requiredApprovalCount: 1,
      } as never,
    )
    expect(await maintainer.api.ProjectProtectedEnvironments.show(projectId, 'production')).toMatchObject({
      name: 'production',
      approval_rules: [{ access_level: 40 }, { user_id: releaser.id }],
    })
    await git.run('checkout', '--quiet', '-b', 'feature')
    await commit('.gitlab-ci.yml', CI, 'Deploy what is merged')
    expect((await git.attempt('push', '--quiet', remote(releaser.token), 'HEAD:refs/heads/feature')).code).not.toBe(0)
    await git.run('push', '--quiet', remote(developer.token), 'HEAD:refs/heads/feature')
    const request = await developer.api.MergeRequests.create(projectId, 'feature', 'main', 'Deploy')
    ;({ iid } = request)
    const done = await eventually('the merge', async () =>
      maintainer.api.MergeRequests.merge(projectId, iid).catch(() => undefined),
    )
    merged = String(done['merge_commit_sha'])
    expect(done).toMatchObject({ state: 'merged', merge_user: { username: 'maintainer' } })
    pipelineId = await eventually('the pipeline of main', async () => {
      const [found] = await developer.api.Pipelines.all(projectId, { sha: merged })
      return found?.id
    })
  })

  it('gives the running job a token that clones, and only while it runs', async () => {
    expect((await report('check', 'running')).status).toBe(200)
    expect((await report('check', 'running')).status).toBe(400)
    const again = await report('check', 'failed')
    expect(again.status).toBe(200)
    const { id } = await jobNamed('check')
    await people.developer.api.Jobs.retry(projectId, id)
    const { token = '' } = await report('check', 'running')
    const clone = (folder: string, as = token) =>
      plainGit(home, home).attempt('clone', '--quiet', remote(as, 'gitlab-ci-token'), join(home, folder))
    expect((await clone('by-job')).code).toBe(0)
    expect(await readFile(join(home, 'by-job', '.gitlab-ci.yml'), 'utf8')).toBe(CI)
    const push = await plainGit(join(home, 'by-job'), home).attempt('push', '--quiet', 'origin', 'HEAD:refs/heads/x')
    expect(push.code).not.toBe(0)
    expect((await clone('by-wrong-token', `${token}x`)).code).not.toBe(0)
    expect((await report('check', 'success')).status).toBe(200)
    expect((await clone('too-late')).code).not.toBe(0)
  })

  it('lets one count of approvals start the job by itself', async () => {
    const gate = await deploymentTo('staging', 'blocked')
    expect(gate).toMatchObject({ ref: 'main', sha: merged, deployable: { name: 'rehearse', status: 'manual' } })
    await people.developer.api.Deployments.setApproval(projectId, gate.id, 'approved', { comment: 'rehearsed' })
    expect(await people.developer.api.Deployments.show(projectId, gate.id)).toMatchObject({
      status: 'created',
      pending_approval_count: 0,
      approvals: [{ user: { username: 'developer' }, status: 'approved', comment: 'rehearsed' }],
      deployable: { status: 'pending' },
    })
    expect((await report('rehearse', 'running')).status).toBe(200)
    expect((await report('rehearse', 'success')).status).toBe(200)
    await deploymentTo('staging', 'success')
  })

  it('asks both rules of production, and ships', async () => {
    const { maintainer, second, developer, releaser } = people
    const gate = await deploymentTo('production', 'blocked')
    const decide = (who: Person, status: 'approved' | 'rejected' = 'approved', representedAs?: string) =>
      who.api.Deployments.setApproval(projectId, gate.id, status, {
        comment: 'seen',
        ...(representedAs === undefined ? {} : { representedAs }),
      })
    const { id } = await jobNamed('ship')
    expect(await statusOf(maintainer.api.Jobs.play(projectId, id))).toEqual([400, '400 Bad request - Unplayable Job'])
    expect(await statusOf(decide(maintainer))).toEqual([400, 'You cannot approve your own deployment.'])
    expect(await statusOf(decide(developer))).toEqual([
      400,
      "You don't have permission to approve this deployment. Contact the project or group owner for help.",
    ])
    expect(await statusOf(decide(releaser, 'approved', 'Maintainers'))).toEqual([
      400,
      'There are no approval rules for the given `represent_as` parameter. Use a valid User/Group/Role name instead.',
    ])
    expect(await decide(releaser)).toMatchObject({ status: 'approved', user: { username: 'releaser' } })
    expect(await developer.api.Deployments.show(projectId, gate.id)).toMatchObject({ status: 'blocked' })
    await decide(second, 'approved', 'Maintainers')
    expect(await developer.api.Deployments.show(projectId, gate.id)).toMatchObject({
      status: 'created',
      approval_summary: {
        rules: [
          { access_level: 40, deployment_approvals: [{ user: { username: 'second' } }] },
          { user_id: releaser.id, deployment_approvals: [{ user: { username: 'releaser' } }] },
        ],
      },
    })
    expect(await statusOf(developer.api.Jobs.play(projectId, id))).toEqual([403, '403 Forbidden'])
    expect(await maintainer.api.Jobs.play(projectId, id)).toMatchObject({ status: 'pending' })
    await report('ship', 'running')
    await report('ship', 'success')
    expect(await deploymentTo('production', 'success')).toMatchObject({ id: gate.id })
  })

  it('knows what it shipped, and finds it by environment and time', async () => {
    const { api } = people.developer
    const { id } = await deploymentTo('production', 'success')
    const shipped = await eventually('what was shipped', async () => {
      const found = await api.Deployments.allMergeRequests(projectId, id)
      return found.length > 0 ? found : undefined
    })
    expect(shipped.map((one) => one.iid)).toEqual([iid])
    expect(await api.Deployments.allMergeRequests(projectId, id, { state: 'opened' })).toEqual([])
    const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString()
    const found = async (query: object) =>
      (await api.MergeRequests.all({ scope: 'all', ...query })).map((one) => one.iid)
    expect(await found({ projectId, environment: 'production' })).toEqual([iid])
    expect(await found({ projectId, environment: 'moon' })).toEqual([])
    // Bounds of time are a matter of the list over all projects (docs/reference/behaviour/review.md#lists).
    expect(await found({ deployedAfter: hours(-1), deployedBefore: hours(1) })).toEqual([iid])
    expect(await found({ environment: 'production', deployedAfter: hours(-1) })).toEqual([iid])
    expect(await found({ deployedAfter: hours(1) })).toEqual([])
    expect(await found({ environment: 'staging', deployedBefore: hours(-1) })).toEqual([])
    const single = await api.MergeRequests.show(projectId, iid)
    expect(single['first_deployed_to_production_at']).toBe((await api.Deployments.show(projectId, id)).updated_at)
    const [production] = await api.Environments.all(projectId, { name: 'production' })
    expect(production).toMatchObject({ external_url: 'https://app.example', state: 'available' })
  })

  it('leaves a trail of who did each step, beside the running server', async () => {
    const { id } = await deploymentTo('production', 'success')
    const run = (...more: ReadonlyArray<string>) =>
      promisify(execFile)(process.execPath, [
        forgefold,
        'audit',
        'deployment',
        String(id),
        '--data',
        server.data,
        ...more,
      ])
    const said = (await run()).stdout.split('\n').filter((line) => !line.startsWith(' ') && line !== '')
    const steps = said.map((line) => {
      const [stream = '', , type = '', by = ''] = line.split(/ {2}/)
      return `${stream.replace(/-.*/, '')} ${type} ${by}`
    })
    const { maintainer, second, developer, releaser } = people
    const expected = [
      `protected_environment EnvironmentProtected by user:${maintainer.id}`,
      `merge_request MergeRequestCreated by user:${developer.id}`,
      `repository RefUpdated by user:${maintainer.id}`,
      `deployment DeploymentCreated by system:deployments-of-jobs on user:${maintainer.id}`,
      `deployment ApprovalGiven by user:${releaser.id}`,
      `deployment ApprovalGiven by user:${second.id}`,
      `deployment DeploymentUnblocked by user:${second.id}`,
      `pipeline JobMoved by user:${maintainer.id}`,
    ]
    let from = 0
    for (const step of expected) {
      const at = steps.indexOf(step, from)
      expect(at, `${step}\n${steps.join('\n')}`).toBeGreaterThan(-1)
      from = at
    }
    const lines = (await run('--json')).stdout.trim().split('\n')
    expect(lines).toHaveLength(said.length)
    const positions = lines.map((line) => (JSON.parse(line) as { readonly position: number }).position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    for (const { token } of Object.values(people)) expect(lines.join()).not.toContain(token)
  })
})
