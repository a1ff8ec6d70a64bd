import { systemCaller } from '@forgefold/core/app'
import { isArtifact } from '@forgefold/core/domains/delivery/job-output'
import { collectPackages } from '@forgefold/core/domains/packages/package'
import * as programs from '@forgefold/spec/programs'
import { formFile, zipOf } from '@forgefold/spec/testing'
import { describe, expect, it } from 'vitest'
import { ciProject, type Json } from './ci-project.js'

const API = '/api/v4'
const REPORT = 'all is well\n'.repeat(1000)
const archive = zipOf([
  { name: 'out/report ä.txt', bytes: Buffer.from(REPORT), deflated: true },
  { name: 'out/plain', bytes: Buffer.from('plain'), deflated: false },
])
const DAY_MS = 24 * 3600 * 1000
const CI = `
build: { stage: build, script: [make], artifacts: { paths: [out] } }
check: { stage: test, script: [make check] }
`

describe.runIf(programs.need('git'))('artifacts of jobs', () => {
  const { ask, must, take, world } = ciProject(CI)

  const begin = async (): Promise<Json> => {
    await must('POST', '/projects/1/pipeline', { ref: 'main' })
    return take()
  }
  const end = (job: Json, state = 'success') =>
    ask('PUT', `/jobs/${job['id']}`, { token: job['token'], state }, '').then(({ status }) => expect(status).toBe(200))
  const hand = async (job: Json, query = '', bytes: Uint8Array = archive, token = String(job['token'])) => {
    const form = await formFile('file', bytes, 'artifacts.zip')
    return world().ask('POST', `${API}/jobs/${job['id']}/artifacts`, {
      query,
      bytes: form.bytes,
      headers: { ...form.headers, 'job-token': token },
    })
  }
  /** Both jobs of a new pipeline, the first with an archive. */
  const run = async (query = ''): Promise<number> => {
    const build = await begin()
    expect((await hand(build, query)).status).toBe(201)
    await end(build)
    await end(await take())
    return Number(build['id'])
  }
  const fetched = (path: string, as?: string) => ask('GET', `/projects/1/jobs/${path}`, undefined, as)

  it('takes an archive from the runner, shows it with the job, and gives it back whole and by file', async () => {
    const job = await begin()
    expect((await hand(job, '', archive, 'another')).status).toBe(403)
    expect((await fetched(`${job['id']}/artifacts`)).status).toBe(404)
    const taken = await hand(job, 'expire_in=1 week&artifact_format=zip&artifact_type=archive')
    expect([taken.status, taken.text]).toEqual([201, '201'])
    expect((await hand(job)).status).toBe(201)
    const again = await formFile('file', archive, 'artifacts.zip')
    const inQuery = { ...again, query: `token=${job['token']}` }
    expect((await world().ask('POST', `${API}/jobs/${job['id']}/artifacts`, inQuery)).status).toBe(201)
    const another = await hand(job, '', Buffer.from('other'))
    expect([another.status, another.text]).toEqual([400, expect.stringContaining('another artifact of the same type')])
    expect((await hand(job, 'artifact_type=junit&artifact_format=gzip', Buffer.from('report'))).status).toBe(201)
    expect((await hand(job, 'artifact_type=unheard')).status).toBe(400)
    expect((await hand(job, 'artifact_type=dotenv&expire_in=soon')).status).toBe(400)
    expect(await must('GET', `/projects/1/jobs/${job['id']}`)).toMatchObject({
      artifacts_file: { filename: 'artifacts.zip', size: archive.length },
      artifacts: [
        { file_type: 'archive', size: archive.length, filename: 'artifacts.zip', file_format: 'zip' },
        { file_type: 'junit', size: 6, filename: 'artifacts.zip', file_format: 'gzip' },
      ],
      artifacts_expire_at: new Date(Date.parse(world().clock.now()) + 7 * DAY_MS).toISOString(),
    })
    await end(job)
    expect((await hand(job)).json).toEqual({ message: '403 Forbidden - Job is not running' })

    const whole = await fetched(`${job['id']}/artifacts`)
    expect([whole.status, whole.text]).toEqual([200, archive.toString()])
    expect(whole.headers.get('content-disposition')).toContain('filename="artifacts.zip"')
    const file = await fetched(`${job['id']}/artifacts/out/${encodeURIComponent('report ä.txt')}`)
    expect([file.status, file.text]).toEqual([200, REPORT])
    expect((await fetched(`${job['id']}/artifacts/none.txt`)).json).toEqual({ message: '404 Not Found' })
    expect((await fetched(`${job['id']}/artifacts`, '')).status).toBe(404)

    const next = await take()
    expect(next['dependencies']).toMatchObject([{ id: job['id'], artifacts_file: { filename: 'artifacts.zip' } }])
    const along = await world().ask('GET', `${API}/jobs/${job['id']}/artifacts`, {
      headers: { 'job-token': String(next['token']) },
    })
    expect([along.status, along.text]).toEqual([200, archive.toString()])
    const byToken = await world().ask('GET', `${API}/projects/1/jobs/${job['id']}/artifacts`, {
      headers: { 'job-token': String(next['token']) },
    })
    expect(byToken.status).toBe(200)
    const byQuery = { query: `token=${next['token']}&direct_download=true` }
    expect((await world().ask('GET', `${API}/jobs/${job['id']}/artifacts`, byQuery)).status).toBe(200)
    await end(next, 'failed')
    const late = await world().ask('GET', `${API}/jobs/${job['id']}/artifacts`, byQuery)
    expect(late.status).toBe(403)
    await end(await begin())
    await end(await take())
  })

  it('gives the newest of a ref: the job of that name in the newest pipeline that has succeeded', async () => {
    await run()
    const newest = await begin()
    await hand(newest, '', Buffer.from('not yet'))
    const latest = (rest: string, job = 'build') =>
      world().ask('GET', `${API}/projects/1/jobs/artifacts/main/${rest}`, { as: world().root, query: `job=${job}` })
    const found = await latest('download')
    expect([found.status, found.text]).toEqual([200, archive.toString()])
    expect((await latest('raw/out/plain')).text).toBe('plain')
    expect((await latest('download', 'none')).status).toBe(404)
    expect((await latest('download', 'check')).status).toBe(404)
    expect((await fetched('artifacts/elsewhere/download')).status).toBe(400)
    await end(newest)
    await end(await take())
    expect((await latest('download')).text).toBe('not yet')
    expect((await latest('raw/file')).status).toBe(404)
  })

  it('lets them expire but for the latest of a ref, and throws away the bytes that nothing refers to', async () => {
    const [first, kept] = [await run('expire_in=2 days'), await run('expire_in=2 days')]
    await must('POST', `/projects/1/jobs/${kept}/artifacts/keep`)
    expect((await must('GET', `/projects/1/jobs/${kept}`))['artifacts_expire_at']).toBeNull()
    const build = await begin()
    await hand(build, 'expire_in=2 days', Buffer.from('only here'))
    await end(build)
    await end(await take())
    world().clock.advance(3 * DAY_MS)
    expect((await fetched(`${first}/artifacts`)).status).toBe(404)
    expect((await must('GET', `/projects/1/jobs/${first}`))['artifacts']).toEqual([])
    expect((await ask('POST', `/projects/1/jobs/${first}/artifacts/keep`)).status).toBe(404)
    expect((await fetched(`${kept}/artifacts`)).status).toBe(200)
    expect((await fetched(`${build['id']}/artifacts`)).text).toBe('only here')

    const { forge } = world()
    const collect = () =>
      collectPackages(forge, systemCaller(forge, 'test'), {
        markedBefore: forge.clock.now(),
        writtenBefore: Number.MAX_SAFE_INTEGER,
        isKeptElsewhere: (sha256) => isArtifact(forge, sha256),
      })
    await collect()
    expect((await fetched(`${build['id']}/artifacts`)).status).toBe(200)
    await must('PUT', '/projects/1', { keep_latest_artifact: false })
    expect((await fetched(`${build['id']}/artifacts`)).status).toBe(404)
    expect(await collect()).toMatchObject({ right: { blobs: expect.any(Number) } })
    await must('PUT', '/projects/1', { keep_latest_artifact: true })
    expect((await fetched(`${build['id']}/artifacts`)).status).toBe(404)
    expect((await fetched(`${kept}/artifacts`)).status).toBe(200)
  })

  it('deletes those of a job, and of a project but the latest', async () => {
    const [old, latest] = [await run(), await run()]
    expect((await ask('DELETE', '/projects/1/artifacts')).json).toEqual({ message: '202 Accepted' })
    expect((await fetched(`${old}/artifacts`)).status).toBe(404)
    expect((await fetched(`${latest}/artifacts`)).status).toBe(200)
    const sizes = await world().ask('GET', `${API}/projects/1`, { as: world().root, query: 'statistics=true' })
    expect(sizes.json).toMatchObject({ statistics: { job_artifacts_size: archive.length } })
    expect((await ask('DELETE', `/projects/1/jobs/${latest}/artifacts`)).status).toBe(204)
    expect((await fetched(`${latest}/artifacts`)).status).toBe(404)
    expect(await must('GET', `/projects/1/jobs/${latest}`)).not.toHaveProperty('artifacts_file')
  })

  it('obeys the settings of size and time', async () => {
    const set = (json: unknown) => must('PUT', '/application/settings', json)
    await set({ max_artifacts_size: 1, default_artifacts_expire_in: '0' })
    const job = await begin()
    expect((await hand(job, '', Buffer.alloc(1024 * 1024 + 1))).status).toBe(413)
    expect((await hand(job)).status).toBe(201)
    expect((await must('GET', `/projects/1/jobs/${job['id']}`))['artifacts_expire_at']).toBeNull()
    await end(job)
    await end(await take())
  })
})
