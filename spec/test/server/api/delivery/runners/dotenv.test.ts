import { gzipSync } from 'node:zlib'
import * as programs from '@forgefold/spec/programs'
import { formFile } from '@forgefold/spec/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { ciProject, type Json } from '../ci-project.js'

const API = '/api/v4'
const CI = `
stages: [build, test, deploy]
build: { stage: build, script: [make], artifacts: { reports: { dotenv: build.env } } }
follows: { stage: test, script: [make], variables: { VERSION: of the file, OWN: kept } }
needy: { stage: test, needs: [build], script: [make] }
without: { stage: test, needs: [{ job: build, artifacts: false }], script: [make] }
nothing: { stage: test, dependencies: [], script: [make] }
deploy:
  stage: deploy
  script: [make]
  artifacts: { reports: { dotenv: deploy.env } }
  environment: { name: review, url: $DYNAMIC_URL }
numbered:
  stage: deploy
  script: [make]
  environment: { name: numbered, url: "https://example.com/$CI_JOB_ID/$VERSION" }
`

/** `artifacts:reports:dotenv` (docs/reference/behaviour/delivery.md#variables-from-jobs). */
describe.runIf(programs.need('git'))('variables that a job hands to later jobs', () => {
  const { ask, must, take, world } = ciProject(CI)
  beforeAll(async () => {
    await must('POST', '/projects/1/variables', { key: 'OF_PROJECT', value: 'of the project' })
  })

  const nameOf = (job: Json): string => String((job['job_info'] as Json)['name'])
  const report = async (job: Json, content: string | Buffer, query = 'artifact_format=gzip') => {
    const { bytes, headers } = await formFile('file', typeof content === 'string' ? gzipSync(content) : content, '.env')
    return world().ask('POST', `${API}/jobs/${job['id']}/artifacts`, {
      query: `artifact_type=dotenv&${query}`,
      bytes,
      headers: { ...headers, 'job-token': String(job['token']) },
    })
  }
  const end = async (job: Json, state = 'success'): Promise<void> =>
    expect((await ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state }, '')).status).toBe(200)
  const variablesIn = (job: Json): Json =>
    Object.fromEntries((job['variables'] as ReadonlyArray<Json>).map(({ key, value }) => [key, value]))
  const environment = async (name: string): Promise<Json | undefined> => {
    const { json } = await world().ask('GET', `${API}/projects/1/environments`, {
      as: world().root,
      query: `name=${name}`,
    })
    return (json as ReadonlyArray<Json>)[0]
  }

  it('are those of the jobs whose artifacts the later job takes, and make up the address of its environment', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const build = await take()
    const text = '\uFEFFVERSION=1\nVERSION = 1.2.3 \r\nWITH=an=other\nEMPTY=\nOF_PROJECT=of the job\n'
    expect((await report(build, text)).status).toBe(201)
    expect((await report(build, text)).status).toBe(201)
    await end(build)
    const jobs = new Map<string, Json>()
    for (const _ of ['follows', 'needy', 'without', 'nothing']) {
      const job = await take()
      jobs.set(nameOf(job), job)
    }
    const given = { VERSION: '1.2.3', WITH: 'an=other', EMPTY: '', OF_PROJECT: 'of the project' }
    const of = (name: string): Json => variablesIn(jobs.get(name) as Json)
    expect(of('follows')).toMatchObject({ ...given, OWN: 'kept' })
    expect(of('needy')).toMatchObject(given)
    for (const name of ['without', 'nothing']) {
      expect(of(name)).toMatchObject({ OF_PROJECT: 'of the project' })
      expect(of(name)).not.toHaveProperty('VERSION')
    }
    const { variables } = jobs.get('follows') as { readonly variables: ReadonlyArray<Json> }
    const version = variables.filter(({ key }) => key === 'VERSION').at(-1)
    expect(version).toEqual({ key: 'VERSION', value: '1.2.3', public: false, file: false, masked: false })
    for (const job of jobs.values()) await end(job)

    const [deploy, numbered] = [await take(), await take()]
    expect([nameOf(deploy), nameOf(numbered)]).toEqual(['deploy', 'numbered'])
    expect(await environment('review')).toMatchObject({ external_url: null })
    expect((await report(deploy, 'DYNAMIC_URL=https://review.example/$VERSION\n')).status).toBe(201)
    await end(deploy)
    await end(numbered)
    await expect
      .poll(() => environment('review'), { timeout: 60_000 })
      .toMatchObject({ external_url: 'https://review.example/1.2.3' })
    await expect
      .poll(() => environment('numbered'), { timeout: 60_000 })
      .toMatchObject({ external_url: `https://example.com/${numbered['id']}/1.2.3` })
  })

  it('are refused where they are malformed, and then the job hands over none', async () => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    const build = await take()
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `K${at}=v\n`).join('')
    const refusals: ReadonlyArray<readonly [string | Buffer, string, string?]> = [
      ['no variable\n', 'Invalid Format'],
      ['A=1\n\nB=2\n', 'Invalid Format'],
      ['A-B=1\n', "Validation failed: Key can contain only letters, digits and '_'."],
      [`${'k'.repeat(256)}=1\n`, 'Validation failed: Key is too long (maximum is 255 characters)'],
      [lines(21), 'Dotenv files cannot have more than 20 variables'],
      [`A=${'x'.repeat(5118)}`, 'Dotenv Artifact Too Big. Maximum Allowable Size: 5120'],
      [gzipSync(Buffer.alloc(50_000_000, 'A=1\n')), 'Dotenv Artifact Too Big. Maximum Allowable Size: 5120'],
      [Buffer.from('A=1\n'), 'Invalid Format'],
      [gzipSync('A=1\n').subarray(0, 10), 'Invalid Format'],
      ['A=1\n', 'Invalid file format with specified file type', 'artifact_format=raw'],
    ]
    for (const [content, message, query] of refusals) {
      const { status, json } = await report(build, content, query)
      expect({ status, json }, message).toEqual({ status: 400, json: { message } })
    }
    expect(await must('GET', `/projects/1/jobs/${build['id']}`)).toMatchObject({ artifacts: [] })
    expect((await report(build, lines(20))).status).toBe(201)
    await end(build)
    expect(variablesIn(await take())).toMatchObject({ K0: 'v', K19: 'v' })
  })
})
