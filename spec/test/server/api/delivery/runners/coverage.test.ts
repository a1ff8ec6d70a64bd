import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const API = '/api/v4'
const CI = `
percent: { script: [make], coverage: '/Total: (\\d+\\.\\d+)%/' }
whole: { script: [make], coverage: '/^covered \\d+ of/' }
either: { script: [make], coverage: '/(?:lines|rows) (\\d+)|funcs (\\d+)/', allow_failure: true }
none: { script: [make], coverage: '/absent (\\d+)/' }
broken: { script: [make], coverage: '/(\\d+/' }
`

/** `coverage` of a CI file (docs/reference/behaviour/delivery.md#coverage). */
describe.runIf(programs.need('git'))('the coverage of jobs', () => {
  const { must, take, end, world } = ciProject(CI)

  const nameOf = (job: Json): string => String((job['job_info'] as Json)['name'])
  const trace = async (job: Json, text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    const headers = {
      'job-token': String(job['token']),
      'content-range': `0-${bytes.length - 1}`,
      'content-type': 'text/plain',
    }
    expect((await world().ask('PATCH', `${API}/jobs/${job['id']}/trace`, { bytes, headers })).status).toBe(202)
  }

  it('is what the pattern of the file finds last in the trace, and that of a pipeline the mean of its jobs', async () => {
    const { id, sha } = await must('POST', '/projects/1/pipeline', { ref: 'main' })
    await must('POST', '/projects/1/repository/branches', { branch: 'change', ref: 'main' })
    const traces: Readonly<Record<string, readonly [string, Json?]>> = {
      percent: ['Total: 10.5%\nTotal: 20.5% Total: 82.25%\r\nTotal: n/a\n'],
      whole: ['covered 40 of 100\nuncovered 60 of 100\n'],
      either: ['lines 12\nfuncs 55\n', { state: 'failed' }],
      none: ['Total: 99.9%\n'],
      broken: ['1\n'],
    }
    const found: Record<string, unknown> = {}
    for (const _ of Object.keys(traces)) {
      const job = await take()
      const [text, more] = traces[nameOf(job)] as readonly [string, Json?]
      await trace(job, text)
      await end(job, more)
      found[nameOf(job)] = (await must('GET', `/projects/1/jobs/${job['id']}`))['coverage']
    }
    expect(found).toEqual({ percent: 82.25, whole: 40, either: 55, none: null, broken: null })
    expect(await must('GET', `/projects/1/pipelines/${id}`)).toMatchObject({ sha, coverage: '59.1' })
    expect(await must('GET', `/projects/1/repository/commits/${sha}/statuses`)).toMatchObject([
      ...[
        { name: 'percent', coverage: 82.25 },
        { name: 'whole', coverage: 40 },
        { name: 'either', coverage: 55 },
      ],
      ...[
        { name: 'none', coverage: null },
        { name: 'broken', coverage: null },
      ],
    ])
  })

  it('is what the runner says, if it says so', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const job = await take()
    await trace(job, 'Total: 10.5%\n')
    await end(job, { coverage: 33 })
    expect(await must('GET', `/projects/1/jobs/${job['id']}`)).toMatchObject({ coverage: 33 })
    for (const _ of ['whole', 'either', 'none', 'broken']) await end(await take())
  })

  it('is looked for in the last mebibyte of a trace, in the beginnings of its lines', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const job = await take()
    await trace(job, `Total: 10.5%\n${`${'Total: '.repeat(300)}\n`.repeat(500)}${'x'.repeat(1025)}Total: 20.5%\n`)
    await end(job)
    expect(await must('GET', `/projects/1/jobs/${job['id']}`)).toMatchObject({ coverage: null })
    for (const _ of ['whole', 'either', 'none', 'broken']) await end(await take())
  })

  it('has a pattern between slashes', async () => {
    for (const coverage of ['covered', '/', '/open', 5]) {
      const content = JSON.stringify({ job: { script: 'make', coverage } })
      const errors = ['jobs:job:coverage config must be a regular expression']
      expect(await must('POST', '/projects/1/ci/lint', { content })).toMatchObject({ valid: false, errors })
    }
  })
})
