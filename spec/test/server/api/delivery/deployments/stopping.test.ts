import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type PipelineOnStage, type Stage } from './stage.js'

const CI = (name: string): string => `ship:
  script: ['true']
  environment: { name: ${name}, on_stop: tear down }
tear down:
  script: ['true']
  when: manual
  environment: { name: ${name}, action: stop }
`

describe.each(['14.10', '15.3'])('an environment with a job that stops it, at %s', (release) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ release })
  })
  afterAll(() => stage.instance.close())

  const environmentOf = async (name: string) => {
    const path = `/projects/${stage.projectId}/environments?name=${name}`
    const [found] = await stage.must<ReadonlyArray<{ readonly id: number; readonly state: string }>>(
      'GET',
      path,
      stage.tokens.dev,
    )
    return found
  }
  const deployed = async (name: string): Promise<{ run: PipelineOnStage; stop: string }> => {
    const run = await stage.pipeline(name, CI(name))
    await run.report('ship', 'running')
    await run.report('ship', 'success')
    await stage.deployment(`environment=${name}&status=success`)
    const found = await environmentOf(name)
    return { run, stop: `/projects/${stage.projectId}/environments/${found?.id}/stop` }
  }
  const becomes = (name: string, state: string) =>
    eventually(`${name} is ${state}`, async () => {
      const found = await environmentOf(name)
      return found?.state === state ? found : undefined
    })
  const meanwhile = release === '15.3' ? 'stopping' : 'stopped'

  it('has that job started, and is stopped when it is done', async () => {
    const { run, stop } = await deployed('a')
    expect(await stage.must('POST', stop, stage.tokens.other)).toMatchObject({ state: meanwhile })
    expect(await run.job('tear down')).toMatchObject({ status: 'pending', user: { id: stage.ids.other } })
    const path = `/projects/${stage.projectId}/environments?states=${meanwhile}`
    expect(await stage.must('GET', path, stage.tokens.dev)).toMatchObject([{ name: 'a' }])
    expect(await stage.must('POST', stop, stage.tokens.dev)).toMatchObject({ state: meanwhile })
    await run.report('tear down', 'running')
    await run.report('tear down', 'success')
    await becomes('a', 'stopped')
  })

  it('is available again where the job fails, and can be tried again', async () => {
    const { run, stop } = await deployed('b')
    await stage.must('POST', stop, stage.tokens.dev)
    await run.report('tear down', 'running')
    await run.report('tear down', 'failed')
    if (release !== '15.3') return
    await becomes('b', 'available')
    expect(await stage.must('POST', stop, stage.tokens.dev)).toMatchObject({ state: 'stopping' })
    expect((await run.job('tear down')).status).toBe('pending')
  })

  it('has that job started where the branch that was deployed last is deleted, by who deleted it', async () => {
    const { run } = await deployed('gone')
    const branches = `/projects/${stage.projectId}/repository/branches`
    await stage.must('DELETE', `${branches}/gone`, stage.tokens.other)
    await becomes('gone', meanwhile)
    // Its job is started after the environment is shown as one that stops.
    const started = await eventually('the job is started', async () => {
      const job = await run.job('tear down')
      return job.status === 'pending' ? job : undefined
    })
    expect(started).toMatchObject({ user: { id: stage.ids.other } })
  })

  it('stays where another branch was deployed since, or no job stops it', async () => {
    const at = `/projects/${stage.projectId}`
    const kept = ['kept', 'plain']
    const { run } = await deployed('kept')
    const plain = await stage.pipeline('plain', "ship: { script: ['true'], environment: plain }\n")
    await plain.report('ship', 'running')
    await plain.report('ship', 'success')
    await stage.deployment('environment=plain&status=success')
    const { commit } = await stage.must<{ readonly commit: { readonly id: string } }>(
      'GET',
      `${at}/repository/branches/main`,
      stage.tokens.dev,
    )
    const since = { environment: 'kept', sha: commit.id, ref: 'main', tag: false, status: 'success' }
    await stage.must('POST', `${at}/deployments`, stage.tokens.dev, since)
    await deployed('witness')
    for (const name of [...kept, 'witness'])
      await stage.must('DELETE', `${at}/repository/branches/${name}`, stage.tokens.dev)
    // What is deleted later is looked at later.
    await becomes('witness', meanwhile)
    for (const name of kept) expect((await environmentOf(name))?.state).toBe('available')
    expect((await run.job('tear down')).status).toBe('manual')
  })

  it('is stopped without it by force', async () => {
    const { run, stop } = await deployed('c')
    const forced = await stage.must('POST', stop, stage.tokens.dev, { force: true })
    // Below 15.0 the parameter is unknown.
    expect(forced).toMatchObject({ state: 'stopped' })
    expect((await run.job('tear down')).status).toBe(release === '15.3' ? 'manual' : 'pending')
  })
})

describe('jobs that prepare, verify or enter an environment', () => {
  it('make it where it is missing, and deploy nothing', async () => {
    const stage = await openStage()
    const jobs = ['prepare', 'verify', 'access'].map(
      (action) => `${action}: { script: ['true'], environment: { name: for/${action}, action: ${action} } }\n`,
    )
    await stage.pipeline('actions', jobs.join(''))
    const at = `/projects/${stage.projectId}`
    await eventually('environments', async () => {
      const found = await stage.must<ReadonlyArray<unknown>>('GET', `${at}/environments`, stage.tokens.dev)
      return found.length === 3 ? found : undefined
    })
    expect(await stage.must('GET', `${at}/deployments`, stage.tokens.dev)).toEqual([])
    await stage.instance.close()
  })

  it('fail where the name is none', async () => {
    const stage = await openStage()
    const run = await stage.pipeline('wrong', "ship: { script: ['true'], environment: '/wrong' }\n")
    expect(await run.until('ship', 'failed')).toMatchObject({ failure_reason: 'environment_creation_failure' })
    await stage.instance.close()
  })
})
