import { eventIdOf, metadataOf, STREAM_ABANDONED } from '@forgefold/core/app'
import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { environment } from '@forgefold/core/domains/delivery/environment'
import { streamOf } from '@forgefold/core/kernel'
import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../../append-order.js'

describe('a deployment and its new environment are written side by side', () => {
  let instance: TestInstance
  let order: AppendOrder
  let project: string
  let sha: string

  beforeEach(async () => {
    instance = await openTestInstance()
    const made = await ask('POST', '/projects', { name: 'p', initialize_with_readme: true })
    project = `/projects/${(made.json as { id: number }).id}`
    sha = ((await ask('GET', `${project}/repository/commits/main`)).json as { id: string }).id
    order = orderAppends(instance.forge.events)
  })
  afterEach(() => instance.close())

  const ask = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const deploy = (environment: string, status = 'success') =>
    ask('POST', `${project}/deployments`, { environment, sha, ref: 'main', tag: false, status })
  const deployments = async () => {
    const { json, headers } = await ask('GET', `${project}/deployments`)
    const rows = json as ReadonlyArray<{ readonly iid: number; readonly environment: { readonly name: string } }>
    return { total: headers.get('x-total'), rows: rows.map((one) => `${one.iid} ${one.environment.name}`) }
  }
  const environments = async () =>
    ((await ask('GET', `${project}/environments`)).json as ReadonlyArray<{ readonly name: string }>).map(
      ({ name }) => name,
    )

  it.each(['environment-', 'deployment-'])('and both are there where %s comes first', async (first) => {
    order.first(first)
    expect((await deploy('one')).status).toBe(201)
    expect((await deploy('one')).status).toBe(201)
    expect([await deployments(), await environments()]).toEqual([{ total: '1', rows: ['1 one'] }, ['one']])
  })

  it('and a refused name takes no number of a deployment', async () => {
    expect((await deploy('one')).status).toBe(201)
    for (const name of ['/x', 'x'.repeat(256)]) expect((await deploy(name)).status).toBe(400)
    expect((await deploy('two')).status).toBe(201)
    expect((await deployments()).rows).toEqual(['1 one', '2 two'])
  })

  it('and no list counts a deployment before its environment is there', async () => {
    let seen: unknown
    order.first('deployment-', async () => {
      seen = [await deployments(), await environments()]
    })
    expect((await deploy('one', 'running')).status).toBe(201)
    expect(seen).toEqual([{ total: '0', rows: [] }, []])
    expect(await deployments()).toEqual({ total: '1', rows: ['1 one'] })
  })

  it('and the environment is made good where a crash took it', async () => {
    order.lose('environment-')
    expect((await deploy('one')).status).toBe(503)
    await eventually('the environment', async () => (await environments()).length === 1 || undefined)
    expect([await deployments(), await environments()]).toEqual([{ total: '1', rows: ['1 one'] }, ['one']])
    expect((await deploy('one', 'running')).status).toBe(201)
    expect(await deployments()).toEqual({ total: '2', rows: ['1 one', '2 one'] })
  })

  it('and the deployment goes where another took the name of the environment after the grace period', async () => {
    const mark = () => ({
      id: eventIdOf(instance.forge.ids.commandId(), 0),
      type: STREAM_ABANDONED,
      version: 1,
      data: {},
      metadata: metadataOf(instance.context()),
    })
    order.lose('environment-', () => instance.forge.events.append(streamOf(environment, 1), [mark()], 'noStream'))
    expect((await deploy('one')).status).toBe(503)
    const gone = async () => {
      const read = await instance.forge.events.readStream(streamOf(deployment, 1), { limit: 9 })
      return read.kind === 'Read' && read.events.some(({ type }) => type === 'DeploymentDeleted') ? true : undefined
    }
    await eventually('the end of the deployment', gone)
    expect(await deployments()).toEqual({ total: '0', rows: [] })
  })

  it('and the environment stays where a crash took the deployment', async () => {
    order.lose('deployment-')
    expect((await deploy('one')).status).toBe(503)
    expect([await deployments(), await environments()]).toEqual([{ total: '0', rows: [] }, ['one']])
    expect((await deploy('one')).status).toBe(201)
  })

  it('and one environment is made for all who ask for it at once', async () => {
    const made = await Promise.all(['one', 'one', 'two', 'one'].map((name) => deploy(name, 'running')))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect((await deployments()).total).toBe('4')
    expect((await environments()).sort()).toEqual(['one', 'two'])
  })

  it('and an environment is left where the deployment is refused', async () => {
    const refused = await ask('POST', `${project}/deployments`, {
      environment: 'one',
      sha: 'f'.repeat(40),
      ref: 'main',
      tag: false,
      status: 'running',
    })
    expect([refused.status, await environments()]).toEqual([400, ['one']])
  })
})
