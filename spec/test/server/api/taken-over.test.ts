import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import { systemCaller } from '@forgefold/core/app'
import { protectFirstBranch } from '@forgefold/core/domains/projects/protected-branch'
import type { Instant } from '@forgefold/core/kernel'
import { createForgefold, type Forgefold } from '@forgefold/server'
import { askerOf, eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from './append-order.js'

type Json = Readonly<Record<string, unknown>>

const START = '2022-08-22T12:00:00.000Z'
/** Longer than the grace period of a name. */
const LATER = 31_000

describe('while one server waits to write what has a name, another takes the name over', () => {
  let folder: string
  let first: TestInstance
  let second: Forgefold
  let order: AppendOrder
  let sha: string
  const later = makeMovableClock(START as Instant)

  const options = (node: number) => ({
    instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const,
    data: join(folder, 'shared'),
    local: join(folder, `node-${node}`),
    leaseTerm: 60_000,
  })
  const ask = (server: Forgefold, method: string, path: string, json?: unknown) =>
    askerOf(server)(method, `/api/v4${path}`, { as: first.root, json })
  const both = () => [first.forgefold, second]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-taken-over-'))
    first = await openTestInstance({ startsAt: START, more: options(0) })
    second = await createForgefold({ ...options(1), clock: later, onDefect: () => {} })
    later.advance(LATER)
    await ask(first.forgefold, 'POST', '/projects', { name: 'app', initialize_with_readme: true })
    await ask(first.forgefold, 'POST', '/projects', { name: 'there' })
    await ask(first.forgefold, 'POST', '/projects', { name: 'elsewhere' })
    const content = 'deploy:\n  script: [make]\n  resource_group: production\n'
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
    const commit = { branch: 'main', commit_message: '[skip ci]', actions }
    sha = ((await ask(first.forgefold, 'POST', '/projects/1/repository/commits', commit)).json as { id: string }).id
    await ask(first.forgefold, 'POST', '/projects/1/issues', { title: 'Wanders' })
    await eventually('the issue on both', async () =>
      second.forge.read.issues.byId(1) === undefined ? undefined : true,
    )
    order = orderAppends(first.forge.events)
  })
  afterEach(async () => {
    await second.close()
    await first.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What the first server answers whose append waits while the second does its work. */
  const overtaken = async (beginning: string, work: (server: Forgefold) => ReturnType<typeof ask>) => {
    const held = order.hold(beginning)
    const slow = work(first.forgefold)
    await held.reached
    const fast = await work(second)
    held.release()
    return [await slow, fast] as const
  }

  it('and a deployment goes to the environment that got the name', async () => {
    const deployment = { environment: 'raced', sha, ref: 'main', tag: false, status: 'running' }
    const [slow, fast] = await overtaken('environment-', (server) =>
      ask(server, 'POST', '/projects/1/deployments', deployment),
    )
    expect([slow.status, fast.status]).toEqual([201, 201])
    const [lost, won] = [slow.json, fast.json] as [Json, Json]
    expect((lost['environment'] as Json)['id']).toBe((won['environment'] as Json)['id'])
    expect(lost['iid']).not.toBe(won['iid'])
    for (const server of both())
      await eventually('two deployments', async () => {
        const { headers } = await ask(server, 'GET', '/projects/1/deployments')
        return headers.get('x-total') === '2' ? true : undefined
      })
  })

  it('and the jobs of both pipelines share the resource group that got the key', async () => {
    const [slow, fast] = await overtaken('resource_group-', (server) =>
      ask(server, 'POST', '/projects/1/pipeline', { ref: 'main' }),
    )
    expect([slow.status, fast.status]).toEqual([201, 201])
    for (const server of both())
      await eventually('a job that runs and one that waits', async () => {
        const jobs = (await ask(server, 'GET', '/projects/1/jobs')).json as ReadonlyArray<Json>
        const statuses = jobs.map(({ status }) => status).sort()
        return String(statuses) === 'pending,waiting_for_resource' ? true : undefined
      })
    const groups = await ask(first.forgefold, 'GET', '/projects/1/resource_groups')
    expect(groups.json).toMatchObject([{ key: 'production' }])
  })

  it('and the issue that is moved continues where it was moved first', async () => {
    const [slow, fast] = await overtaken('issue-1', (server) =>
      ask(server, 'POST', '/projects/1/issues/1/move', { to_project_id: server === second ? 2 : 3 }),
    )
    expect([slow.status, fast.status]).toEqual([400, 201])
    expect((await ask(first.forgefold, 'GET', '/projects/1/issues/1')).json).toMatchObject({
      ...{ state: 'closed', moved_to_id: (fast.json as Json)['id'] },
    })
    const copies = [2, 3].map((project) => ask(first.forgefold, 'GET', `/projects/${project}/issues`))
    expect((await Promise.all(copies)).map(({ json }) => (json as ReadonlyArray<unknown>).length)).toEqual([1, 0])
  })

  it('and a default branch that was unprotected in between stays so', async () => {
    const { forge } = second
    const held = orderAppends(forge.events).hold('reservation-')
    const { context } = systemCaller(forge, 'test')
    const late = protectFirstBranch(forge, { id: 2, groupId: null }, 'main', context)
    await held.reached
    await ask(first.forgefold, 'POST', '/projects/2/protected_branches', { name: 'main' })
    await ask(first.forgefold, 'DELETE', '/projects/2/protected_branches/main')
    await eventually('both on the second server', async () => {
      const { isSettled, named } = forge.read.protectedBranches
      return isSettled(2) && named(2, 'main') === undefined ? true : undefined
    })
    held.release()
    expect(await late).toMatchObject({ left: { kind: 'Conflict' } })
    for (const server of both()) expect((await ask(server, 'GET', '/projects/2/protected_branches')).json).toEqual([])
  })
})
