import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymous } from '@forgefold/core/access'
import { type CommandContext, type Forge, idempotentId, STREAM_ABANDONED } from '@forgefold/core/app'
import { deployByJob, deployment } from '@forgefold/core/domains/delivery/deployment'
import { createPipeline, type JobData, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { type EventId, type StoredEvent, streamOf, systemActor } from '@forgefold/core/kernel'
import { createForgefold, type Forgefold } from '@forgefold/server'
import { askerOf, eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('two servers over one history', () => {
  let folder: string
  let first: TestInstance
  let second: Forgefold
  let pipelineId: number
  let sha: string
  const forges = (): ReadonlyArray<Forge> => [first.forge, second.forge]

  const options = (node: number) => ({
    instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const,
    data: join(folder, 'shared'),
    local: join(folder, `node-${node}`),
    leaseTerm: 60_000,
  })
  const contextOf = (forge: Forge): CommandContext => {
    const id = forge.ids.commandId()
    return { id, at: forge.clock.now(), actor: systemActor('test'), correlationId: id }
  }
  const history = async (): Promise<ReadonlyArray<StoredEvent>> => {
    const read = await first.forge.events.readAll({ limit: 10_000 })
    return read.kind === 'Read' ? read.events : []
  }
  const jobOf = (id: number): JobData => ({
    ...{ id, name: `job ${id}`, stage: 'deploy', stageIndex: 1, kind: 'build', when: 'on_success' },
    ...{ allowFailure: false, status: 'created', environment: `place/${id % 3}`, environmentUrl: null },
    ...{ environmentAction: 'start', targetUrl: null, description: null, userId: 1 },
  })
  const madeFor = async (jobId: number): Promise<ReadonlyArray<StoredEvent>> =>
    (await history()).filter(
      ({ type, data }) => type === 'DeploymentCreated' && (data as { readonly jobId: number | null }).jobId === jobId,
    )

  /** Begins the stream of a pipeline as abandoned, as whoever takes a name over does. */
  const giveUp = async (id: number): Promise<void> => {
    const { id: eventId, ...context } = contextOf(first.forge)
    const metadata = { at: context.at, actor: context.actor, correlationId: context.correlationId }
    const mark = { id: eventId as unknown as EventId, type: STREAM_ABANDONED, version: 1, data: {}, metadata }
    expect((await first.forge.events.append(streamOf(pipeline, id), [mark], 'noStream')).kind).toBe('Appended')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-made-once-'))
    first = await openTestInstance({ more: options(0) })
    second = await createForgefold({ ...options(1), onDefect: () => {} })
    const ask = (method: string, path: string, json?: unknown) =>
      askerOf(first.forgefold)(method, `/api/v4${path}`, { as: first.root, json })
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: "check: { script: ['true'] }\n" }]
    const made = await ask('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'CI', actions })
    sha = (made.json as { readonly id: string }).id
    pipelineId = await eventually('the pipeline on both', async () => {
      const rows = forges().map((forge) => forge.read.pipelines.newestOf(1, sha, 'main'))
      return rows.every((row) => row !== undefined) ? rows[0]?.id : undefined
    })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('make one deployment of a job, whoever sees it first and however often', async () => {
    const jobs = Array.from({ length: 12 }, (_, n) => jobOf(1000 + n))
    await Promise.all(
      jobs.flatMap((job) =>
        [...forges(), ...forges()].map((forge) => deployByJob(forge, contextOf(forge), pipelineId, job)),
      ),
    )
    for (const job of jobs) expect(await madeFor(job.id)).toHaveLength(1)
    const iids = (await history())
      .filter(({ type }) => type === 'DeploymentCreated')
      .map(({ data }) => (data as { readonly iid: number }).iid)
    expect(new Set(iids).size).toBe(iids.length)
  })

  it('finish on one what the other began and left', async () => {
    const job = jobOf(2000)
    const cause = { kind: 'job-deployment', name: String(job.id) }
    const once = { cause, aggregate: deployment, counter: 'deployment' }
    const settled = await idempotentId(first.forge, once, contextOf(first.forge))
    expect(await madeFor(job.id)).toEqual([])
    await deployByJob(second.forge, contextOf(second.forge), pipelineId, job)
    expect((await madeFor(job.id)).map(({ stream }) => stream)).toEqual([
      `deployment-${E.isRight(settled) ? settled.right : 0}`,
    ])
  })

  it('make one pipeline for one cause', async () => {
    const wish = (forge: Forge) => {
      const project = forge.read.projects.byId(1)
      if (project === undefined) throw new Error('no project')
      return createPipeline(
        forge,
        { principal: anonymous, context: contextOf(forge) },
        {
          ...{ project, sha: sha as never, ref: 'main', tag: false, source: 'push' },
          ...{ beforeSha: null, userId: 1, mergeRequest: undefined, sourceSha: null },
          cause: { kind: 'push-pipeline', name: 'one push' },
        },
      )
    }
    const before = (await history()).filter(({ type }) => type === 'PipelineCreated').length
    const made = await Promise.all([...forges(), ...forges()].map(wish))
    expect(made.filter(E.isRight)).toHaveLength(1)
    expect(made.flatMap((one) => (E.isLeft(one) ? [one.left.kind] : []))).toEqual(['Conflict', 'Conflict', 'Conflict'])
    expect((await history()).filter(({ type }) => type === 'PipelineCreated')).toHaveLength(before + 1)
  })

  it('make a pipeline under the next number where the stream of one was given up before it began', async () => {
    for (const cause of [undefined, { kind: 'push-pipeline', name: 'after one that was given up' }]) {
      const last = await first.forge.numbers.next('pipeline')
      const next = E.isRight(last) ? last.right + 1 : 0
      await giveUp(next)
      const project = first.forge.read.projects.byId(1)
      if (project === undefined) throw new Error('no project')
      const made = await createPipeline(
        first.forge,
        { principal: anonymous, context: contextOf(first.forge) },
        {
          ...{ project, sha: sha as never, ref: 'main', tag: false, source: 'push' },
          ...{ beforeSha: null, userId: 1, mergeRequest: undefined, sourceSha: null },
          ...(cause === undefined ? {} : { cause }),
        },
      )
      expect(E.map(({ id }: { readonly id: number }) => id)(made)).toEqual(E.right(next + 1))
    }
  })

  it('make one environment for all who deploy to a new one at once, on either', async () => {
    const deploy = (server: Forgefold, environment: string) =>
      askerOf(server)('POST', '/api/v4/projects/1/deployments', {
        as: first.root,
        json: { environment, sha, ref: 'main', tag: false, status: 'running' },
      })
    for (let round = 0; round < 10; round++) {
      const name = `raced/${round}`
      const made = await Promise.all([first.forgefold, second, second, first.forgefold].map((one) => deploy(one, name)))
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      const told = made.map(
        ({ json }) => json as { readonly iid: number; readonly environment: { readonly id: number } },
      )
      expect(new Set(told.map(({ iid }) => iid)).size).toBe(4)
      expect(new Set(told.map(({ environment }) => environment.id)).size).toBe(1)
    }
  })

  it('take reports about one commit into one pipeline, and into another once that is deleted', async () => {
    const actions = [{ action: 'delete', file_path: '.gitlab-ci.yml' }]
    const ask = (server: Forgefold, method: string, path: string, json?: unknown) =>
      askerOf(server)(method, `/api/v4/projects/1${path}`, { as: first.root, json })
    const commit = { branch: 'main', commit_message: 'No CI', actions }
    const made = await ask(first.forgefold, 'POST', '/repository/commits', commit)
    const { id } = made.json as { readonly id: string }
    const report = (server: Forgefold, name: string) =>
      ask(server, 'POST', `/statuses/${id}`, { state: 'success', name, ref: 'main' })
    const both = [first.forgefold, second]
    const round = async (): Promise<ReadonlyArray<{ readonly id: number }>> => {
      const answers = await Promise.all(both.flatMap((server, n) => [report(server, `a${n}`), report(server, `b${n}`)]))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      const told = answers.map(({ json }) => json as { readonly id: number; readonly name: string })
      expect([told.map(({ name }) => name), new Set(told.map((status) => status.id)).size]).toEqual([
        ['a0', 'b0', 'a1', 'b1'],
        4,
      ])
      const found = await askerOf(first.forgefold)('GET', '/api/v4/projects/1/pipelines', {
        ...{ as: first.root, query: `sha=${id}` },
      })
      return found.json as ReadonlyArray<{ readonly id: number }>
    }
    const [one, ...more] = await round()
    expect(more).toEqual([])
    expect((await ask(first.forgefold, 'DELETE', `/pipelines/${one?.id}`)).status).toBe(204)
    await eventually('that both know of it', async () =>
      forges().every((forge) => forge.read.pipelines.byId(one?.id ?? 0) === undefined) ? true : undefined,
    )
    const [other, ...rest] = await round()
    expect([rest, other?.id === one?.id]).toEqual([[], false])
  })

  it('write reports together that come at the same time', async () => {
    const { events } = first.forge
    const head = await askerOf(first.forgefold)('GET', '/api/v4/projects/1/repository/commits/main', { as: first.root })
    const { id } = head.json as { readonly id: string }
    const report = (name: string) =>
      askerOf(first.forgefold)('POST', `/api/v4/projects/1/statuses/${id}`, {
        ...{ as: first.root, json: { state: 'success', name, ref: 'main' } },
      })
    expect((await report('first')).status).toBe(201)
    const { append } = events
    let appends = 0
    const counted: typeof append = (stream, ...more) => {
      if (stream.startsWith('pipeline-')) appends++
      return append(stream, ...more)
    }
    Object.assign(events, { append: counted })
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => report(`at once ${n}`)))
    Object.assign(events, { append })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(appends).toBeLessThan(12)
  })

  it('take a report where the pipeline that was claimed for it was given up before it began', async () => {
    const commit = await askerOf(first.forgefold)('POST', '/api/v4/projects/1/repository/commits', {
      as: first.root,
      json: { branch: 'left', start_branch: 'main', commit_message: 'm', actions: [] },
    })
    const { id } = commit.json as { readonly id: string }
    const cause = { kind: 'external-pipeline', name: `1\0${id}\0left` }
    const claimed = await idempotentId(
      first.forge,
      { cause, aggregate: pipeline, counter: 'pipeline' },
      contextOf(first.forge),
    )
    await giveUp(E.isRight(claimed) ? claimed.right : 0)
    const told = await askerOf(first.forgefold)('POST', `/api/v4/projects/1/statuses/${id}`, {
      as: first.root,
      json: { state: 'success', name: 'outside', ref: 'left' },
    })
    expect(told.status).toBe(201)
  })

  it('delete nothing that has just become the latest on the other', async () => {
    const ask = (server: Forgefold, method: string, path: string, json?: unknown) =>
      askerOf(server)(method, `/api/v4/projects/1${path}`, { as: first.root, json })
    for (let round = 0; round < 8; round++) {
      const make = async (tag: boolean) => {
        const body = { environment: `late/${round}`, sha, ref: 'main', tag, status: 'success' }
        const made = await ask(first.forgefold, 'POST', '/deployments', body)
        first.clock.advance(1000)
        return (made.json as { readonly id: number }).id
      }
      const [older, newer] = [await make(false), await make(true)]
      await eventually('that both know of them', async () =>
        forges().every(
          (forge) =>
            forge.read.deployments.latest(forge.read.deployments.byId(older)?.environmentId ?? 0)?.id === newer,
        )
          ? true
          : undefined,
      )
      expect((await ask(first.forgefold, 'PUT', `/deployments/${newer}`, { status: 'failed' })).status).toBe(200)
      // The other server may not have heard of it yet.
      expect(await ask(second, 'DELETE', `/deployments/${older}`)).toMatchObject({
        status: 400,
        json: { message: '400 Deployment currently deployed to environment' },
      })
      expect((await ask(first.forgefold, 'GET', `/deployments/${older}`)).status).toBe(200)
    }
  })
})
