import { eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DownstreamWorld, openWorld } from './world.js'

describe.runIf(programs.need('git'))('a job that cannot start its pipeline', () => {
  let w: DownstreamWorld

  beforeAll(async () => {
    w = await openWorld()
  })
  afterAll(() => w.world.close())

  const failure = async (at: string, as?: string): Promise<string | undefined> => {
    const id = await w.run(at, 'main', [], as)
    const bridge = await w.comes(at, id, 'failed')
    expect(await w.statusOf(at, id)).toBe('failed')
    return bridge.failure_reason
  }

  it('fails with the reason', async () => {
    await w.project('none', {})
    await w.project('wrong', { '.gitlab-ci.yml': 'job: { script: [] }' })
    await w.project('filtered', { '.gitlab-ci.yml': 'job: { script: [make], only: [tags] }' })
    const files = {
      'bad.yml': 'job: { stage: nowhere, script: [make] }',
      'none.yml': 'job: { script: [make], only: [tags] }',
    }
    const cases: ReadonlyArray<readonly [trigger: string, reason: string]> = [
      ['root/unheard-of', 'downstream_bridge_project_not_found'],
      ['nowhere', 'downstream_bridge_project_not_found'],
      ['root/case-3', 'invalid_bridge_trigger'],
      ['root/none', 'downstream_pipeline_creation_failed'],
      ['root/wrong', 'downstream_pipeline_creation_failed'],
      ['root/filtered', 'downstream_pipeline_creation_failed'],
      ['{ project: root/filtered, branch: unheard-of }', 'downstream_pipeline_creation_failed'],
      ['{ include: missing.yml }', 'downstream_pipeline_creation_failed'],
      ['{ include: bad.yml }', 'downstream_pipeline_creation_failed'],
      ['{ include: none.yml, strategy: depend }', 'downstream_pipeline_creation_failed'],
      ['{ include: [none.yml, { template: Some.yml }] }', 'downstream_pipeline_creation_failed'],
      ['{ include: { artifact: made.yml, job: make } }', 'downstream_pipeline_creation_failed'],
    ]
    for (const [index, [trigger, reason]] of cases.entries()) {
      const at = await w.project(`case-${index + 1}`, { '.gitlab-ci.yml': `start: { trigger: ${trigger} }`, ...files })
      expect(await failure(at), trigger).toBe(reason)
    }
  })

  it('fails where what it names cannot be', async () => {
    await w.must('POST', '/projects', { name: 'empty' })
    const triggers = [
      'root/empty',
      ...['/', '..', '../x', 'folder', 'a\nb', 'a\0b', ' ', '-x'].map((include) => ({ include })),
      ...['-x', 'a..b', 'a\nb', 'refs/heads/', '$NOTHING', 'a\0b'].map((branch) => ({
        project: 'root/target-1',
        branch,
      })),
      ...['root/\n', '$NOTHING', '/', 'root/../root/empty', '1'].map((project) => ({ project })),
    ]
    await w.project('target-1', { '.gitlab-ci.yml': 'job: { script: [make] }' })
    const start = Object.fromEntries(triggers.map((trigger, index) => [`start-${index}`, { trigger }]))
    const at = await w.project('wild', { '.gitlab-ci.yml': JSON.stringify(start), 'folder/file': 'x' })
    const id = await w.run(at)
    const bridges = await eventually('all of them have failed', async () => {
      const found = await w.rows(`${at}/pipelines/${id}/bridges?per_page=100`)
      return found.every(({ status }) => status === 'failed') ? found : undefined
    })
    expect(bridges).toHaveLength(triggers.length)
    expect(new Set(bridges.map(({ failure_reason: reason }) => reason))).toEqual(
      new Set(['downstream_bridge_project_not_found', 'downstream_pipeline_creation_failed']),
    )
  })

  it('shows a pipeline whose file is invalid, and starts another when it is mended', async () => {
    const lower = await w.project('lower', { '.gitlab-ci.yml': 'job: { script: [] }' })
    const upper = await w.project('upper', { '.gitlab-ci.yml': 'start: { trigger: root/lower }' })
    const id = await w.run(upper)
    const bridge = await w.comes(upper, id, 'failed')
    expect(bridge.downstream_pipeline).toMatchObject({ status: 'failed' })
    await w.must('POST', `${lower}/repository/commits`, {
      ...{ branch: 'main', commit_message: 'mend [skip ci]' },
      actions: [{ action: 'update', file_path: '.gitlab-ci.yml', content: 'job: { script: [make] }' }],
    })
    await w.must('POST', `${upper}/pipelines/${id}/retry`)
    await w.comes(upper, id, 'success')
  })

  it('runs with the rights of its user, and no others', async () => {
    const target = await w.project('target', { '.gitlab-ci.yml': 'job: { script: [make] }' }, { visibility: 'public' })
    const own = await w.project('own', {
      '.gitlab-ci.yml': 'start: { trigger: { project: root/target, branch: main } }',
    })
    const dev = await w.world.person('dev')
    await w.must('POST', `${own}/members`, { user_id: dev.id, access_level: 40 })
    expect(await failure(own, dev.token)).toBe('insufficient_bridge_permissions')
    await w.must('POST', `${target}/members`, { user_id: dev.id, access_level: 30 })
    expect(await failure(own, dev.token), 'main is protected').toBe('insufficient_bridge_permissions')
    await w.must('PUT', `${target}/members/${dev.id}`, { access_level: 40 })
    const id = await w.run(own, 'main', [], dev.token)
    await w.comes(own, id, 'success')
    const started = await w.started(own, id)
    expect(await w.must('GET', `${target}/pipelines/${started.id}`)).toMatchObject({ user: { username: 'dev' } })
    await w.must('PUT', target, { restrict_user_defined_variables: true })
    await w.must('PUT', `${target}/members/${dev.id}`, { access_level: 30 })
    await w.must('DELETE', `${target}/protected_branches/main`)
    const forwarding = await w.project('forwarding', {
      '.gitlab-ci.yml': 'start: { trigger: root/target, variables: { A: b } }',
    })
    await w.must('POST', `${forwarding}/members`, { user_id: dev.id, access_level: 40 })
    expect(await failure(forwarding, dev.token)).toBe('downstream_pipeline_creation_failed')
  })

  it('is not nested more than twice', async () => {
    const nested = await w.project('nested', {
      '.gitlab-ci.yml': 'start: { trigger: { include: one.yml, strategy: depend } }',
      'one.yml': 'start: { trigger: { include: two.yml, strategy: depend } }',
      'two.yml': 'start: { trigger: { include: three.yml, strategy: depend } }',
      'three.yml': 'job: { script: [make] }',
    })
    const top = await w.run(nested)
    const one = await w.started(nested, top)
    const two = await w.started(nested, one.id)
    expect((await w.comes(nested, two.id, 'failed')).failure_reason).toBe('reached_max_descendant_pipelines_depth')
    // Each level has the status of the one below.
    await w.comes(nested, one.id, 'failed')
    await w.comes(nested, top, 'failed')
  })

  it('ends a loop', async () => {
    const ping = await w.project('ping', { '.gitlab-ci.yml': 'start: { trigger: root/pong }' })
    const pong = await w.project('pong', { '.gitlab-ci.yml': 'start: { trigger: root/ping }' })
    const projects = [ping, pong]
    let id = await w.run(ping)
    for (const [at] of [projects, projects]
      .flat()
      .map((one) => [one] as const)
      .slice(0, 3))
      id = (await w.started(at, id)).id
    const last = await w.comes(pong, id, 'failed')
    expect(last.failure_reason).toBe('pipeline_loop_detected')
  })
})
