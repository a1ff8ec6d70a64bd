import { eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { formFile, zipOf } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DownstreamWorld, type Json, openWorld, type Row } from './world.js'

const MADE = 'made: { script: [make made] }\n'
const archive = zipOf([
  { name: 'out/child.yml', bytes: Buffer.from(MADE), deflated: true },
  { name: 'out/empty.yml', bytes: Buffer.from(''), deflated: false },
  { name: 'out/child.txt', bytes: Buffer.from(MADE), deflated: false },
  { name: 'out/large.yml', bytes: Buffer.alloc(1024 * 1024 + 1, '#'), deflated: true },
])
const DYNAMIC = `
make: { stage: build, script: [generate], artifacts: { paths: [out] } }
start: { stage: test, trigger: { include: [{ artifact: out/$NAME.yml, job: make }], strategy: depend }, variables: { NAME: child } }
`

describe.runIf(programs.need('git'))('a child pipeline of files from elsewhere', () => {
  let w: DownstreamWorld
  let app: string
  let runner: string

  beforeAll(async () => {
    w = await openWorld({ more: { onDefect: () => undefined } })
    app = await w.project('app', { '.gitlab-ci.yml': DYNAMIC })
    const token = (await w.must('GET', app))['runners_token']
    runner = String((await w.must('POST', '/runners', { token }))['token'])
  })
  afterAll(() => w.world.close())

  const takes = (id: number): Promise<Row> =>
    eventually(`the runner gets the job ${id}`, async () => {
      const { status, json } = await w.ask('POST', '/jobs/request', { token: runner }, '')
      return status === 201 && (json as Row).id === id ? (json as Row) : undefined
    })
  /** The job `make` runs, and ends with the archive. */
  const makes = async (pipeline: number): Promise<Row> => {
    const job = await takes((await w.named(w.jobs(app, pipeline), 'make')).id)
    const form = await formFile('file', archive, 'artifacts.zip')
    const headers = { ...form.headers, 'job-token': String(job['token']) }
    const path = `/api/v4/jobs/${job.id}/artifacts`
    expect((await w.world.ask('POST', path, { bytes: form.bytes, headers })).status).toBe(201)
    await w.ask('PUT', `/jobs/${job.id}`, { token: job['token'], state: 'success' }, '')
    return job
  }

  it('has the jobs of a file that a job made, also when the artifacts are gone', async () => {
    const id = await w.run(app)
    const { id: make } = await makes(id)
    const child = await w.started(app, id)
    const job = await w.named(w.jobs(app, child.id), 'made')
    await w.must('DELETE', `${app}/jobs/${make}/artifacts`)
    const taken = await takes(job.id)
    expect(taken['steps']).toMatchObject([{ script: ['make made'] }])
    await w.ask('PUT', `/jobs/${job.id}`, { token: taken['token'], state: 'success' }, '')
    await w.comes(app, id, 'success')
    expect(await w.statusOf(app, id)).toBe('success')
  })

  it.each<[what: string, isMeant: (stream: string, events: string, upper: string) => boolean]>([
    ['the start of the bridge', (stream, events, id) => stream === id && events.includes('"running"')],
    ['the child pipeline', (_, events) => events.includes('parent_pipeline')],
  ])('is created once where a crash takes %s', async (_, isMeant) => {
    const id = await w.run(app)
    const { append } = w.world.forge.events
    let lost = 0
    const make = (await w.named(w.jobs(app, id), 'make')).id
    Object.assign(w.world.forge.events, {
      append: async (...given: Parameters<typeof append>) => {
        const [stream, events] = given
        const text = JSON.stringify(events)
        if (lost === 3 || text.includes(`"jobId":${make}`) || !isMeant(stream, text, `pipeline-${id}`))
          return append(...given)
        lost += 1
        return { kind: 'Unavailable', reason: 'a crash came between' }
      },
    })
    await makes(id)
    const child = await w.started(app, id)
    expect((await w.jobs(app, child.id)).map(({ name }) => name)).toEqual(['made'])
    Object.assign(w.world.forge.events, { append })
    await w.must('POST', `${app}/pipelines/${child.id}/cancel`)
    await w.comes(app, id, 'canceled')
    expect(lost).toBe(3)
  })

  it('joins files of other projects, templates and its own commit', async () => {
    const other = await w.project('other', { 'ci/a.yml': 'a: { script: [make a] }', 'ci/b.yml': 'b: { script: [x] }' })
    await w.branch(other, 'topic', { 'ci/c.yml': 'c: { script: [make c] }' })
    const names = async (name: string, include: unknown) => {
      const ci = JSON.stringify({ start: { trigger: { include } } })
      const at = await w.project(name, { '.gitlab-ci.yml': ci, 'own.yml': 'own: { script: [make own] }' })
      const child = await w.started(at, await w.run(at))
      return (await w.jobs(at, child.id)).map((job) => job.name).sort()
    }
    expect(
      await names('joins', [
        'own.yml',
        { project: 'root/other', file: ['/ci/a.yml', 'ci/b.yml'] },
        { project: 'root/other', ref: 'topic', file: 'ci/c.yml' },
      ]),
    ).toEqual(['a', 'b', 'c', 'own'])
    expect(await names('template', [{ template: 'Bash.gitlab-ci.yml' }])).toEqual(['build', 'deploy', 'test'])
  })

  it('fails with a sentence where a file cannot be had', async () => {
    await w.project('target', { 'a.yml': MADE })
    const large = `#${'x'.repeat(1024 * 1024 - 1)}`
    await w.project('large', { 'a.yml': large })
    const four = { project: 'root/large', file: ['a.yml', 'a.yml', 'a.yml', 'a.yml'] }
    const cases: ReadonlyArray<readonly [include: unknown, sentence: string]> = [
      [four, 'The CI files are too large'],
      ['none.yml', 'Local file `none.yml` does not exist!'],
      ['README.md', 'Included file `README.md` does not have YAML extension!'],
      [
        { project: 'root/unheard-of', file: 'a.yml' },
        'Project `root/unheard-of` not found or access denied! Make sure any includes in the pipeline configuration are correctly defined.',
      ],
      [
        { project: 'root/target', ref: 'none', file: 'a.yml' },
        'Project `root/target` reference `none` does not exist!',
      ],
      [{ project: 'root/target', file: 'b.yml' }, 'Project `root/target` file `b.yml` does not exist!'],
      [{ template: 'a.yml' }, 'Template file `a.yml` is not a valid location!'],
      [{ template: 'None.gitlab-ci.yml' }, 'Included file `None.gitlab-ci.yml` is empty or does not exist!'],
      [{ artifact: 'a.yml', job: 'none' }, 'Job `none` not found in parent pipeline or does not have artifacts!'],
      [{ remote: 'https://example.com/a.yml' }, 'Remote file `https://example.com/a.yml` is not fetched'],
      ['http://example.com/a.yml', 'Remote file `http://example.com/a.yml` is not fetched'],
    ]
    const starts = Object.fromEntries(cases.map(([include], index) => [`start-${index}`, { trigger: { include } }]))
    const at = await w.project('fails', { '.gitlab-ci.yml': JSON.stringify(starts) })
    const id = await w.run(at)
    for (const [index, [, sentence]] of cases.entries()) {
      const bridge = await w.comes(at, id, 'failed', `start-${index}`)
      expect(bridge.failure_reason).toBe('downstream_pipeline_creation_failed')
      const child = await w.must('GET', `${at}/pipelines/${bridge.downstream_pipeline?.id}`)
      expect(child).toMatchObject({ status: 'failed', yaml_errors: sentence })
    }
  })

  it('fails with a sentence where the artifacts have no such file', async () => {
    const cases: ReadonlyArray<readonly [name: string, sentence: string]> = [
      ['other', 'Path `out/other.yml` does not exist inside the `make` artifacts archive!'],
      ['empty', 'Included file `out/empty.yml` is empty or does not exist!'],
      ['large', 'The CI file is too large'],
    ]
    for (const [name, sentence] of cases) {
      const at = `${app}/repository/files/.gitlab-ci.yml`
      const content = DYNAMIC.replace('NAME: child', `NAME: ${name}`)
      await w.must('PUT', at, { branch: 'main', commit_message: 'Another [skip ci]', content })
      const id = await w.run(app)
      await makes(id)
      const child = await w.started(app, id)
      expect(await w.must('GET', `${app}/pipelines/${child.id}`)).toMatchObject({ yaml_errors: sentence })
    }
  })

  it('reads files of other projects with the rights of the user of the bridge', async () => {
    await w.project('secret', { 'a.yml': MADE })
    const own = await w.project('own', {
      '.gitlab-ci.yml': JSON.stringify({ start: { trigger: { include: { project: 'root/secret', file: 'a.yml' } } } }),
    })
    const eve = await w.world.person('eve')
    await w.must('POST', `${own}/members`, { user_id: eve.id, access_level: 40 })
    const id = await w.run(own, 'main', [], eve.token)
    const { downstream_pipeline: child } = await w.comes(own, id, 'failed')
    expect(await w.must('GET', `${own}/pipelines/${child?.id}`)).toMatchObject({
      yaml_errors: expect.stringContaining('Project `root/secret` not found or access denied!'),
    })
  })

  it('is an error of the file where it says too little', async () => {
    const errors = async (include: Json | ReadonlyArray<Json>) => {
      const content = JSON.stringify({ start: { trigger: { include } } })
      const { json } = await w.ask('POST', `${app}/ci/lint`, { content })
      return (json as Json)['errors']
    }
    expect(await errors({ artifact: 'a.yml' })).toEqual([
      'jobs:start:trigger:include config must specify the job where to fetch the artifact from',
    ])
    expect(await errors([{ project: 'a/b' }])).toEqual([
      'jobs:start:trigger:include config must specify the file where to fetch the config from',
    ])
    const many = Array.from({ length: 101 }, (_, index) => `${index}.yml`)
    expect(await errors({ project: 'a/b', file: many })).toEqual(['Maximum of 100 nested includes are allowed!'])
    expect(await errors({ unheard: 'a' })).toEqual(['jobs:start:trigger:include config contains unknown keys: unheard'])
  })
})
