import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemCaller } from '@forgefold/core/app'
import { checkRepositories } from '@forgefold/core/domains/projects/repository'
import { eventually, openTestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const begin = async () => {
  const data = await mkdtemp(join(tmpdir(), 'forgefold-housekeeping-'))
  ends.push(() => rm(data, { recursive: true, force: true }))
  const instance = await openTestInstance({ more: { data } })
  ends.push(instance.close)
  const ask = async (method: string, path: string, json: object): Promise<number> =>
    (await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })).status
  const project = (await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'p' } })).json as {
    readonly id: number
  }
  let count = 0
  const commit = async (): Promise<void> => {
    const actions = [{ action: 'create', file_path: `f${++count}`, content: `${count}` }]
    const json = { branch: 'main', commit_message: 'm', actions }
    expect(await ask('POST', `/projects/${project.id}/repository/commits`, json)).toBe(201)
  }
  const root = join(data, 'repositories')
  const directory = (await readdir(root, { recursive: true })).find((name) => name.endsWith(`/${project.id}.git`)) ?? ''
  const files = async (ending: string): Promise<number> =>
    (await readdir(join(root, directory, 'objects/pack'))).filter((name) => name.endsWith(ending)).length
  return { instance, ask, commit, files, projectId: project.id, directory: join(root, directory) }
}

const periods = (incremental: number, full: number, gc: number) => ({
  housekeeping_enabled: true,
  housekeeping_incremental_repack_period: incremental,
  housekeeping_full_repack_period: full,
  housekeeping_gc_period: gc,
})

describe('housekeeping', () => {
  it('packs a repository after as many moves as the settings say', async () => {
    const { instance, ask, commit, files } = await begin()
    expect(await ask('PUT', '/application/settings', periods(2, 4, 8))).toBe(200)
    await commit()
    await commit()
    await eventually('a pack', async () => ((await files('.pack')) === 1 ? true : undefined))
    expect(await files('.bitmap')).toBe(0)
    instance.clock.advance(60_000)
    await commit()
    await commit()
    await eventually('a pack with bitmaps', async () => ((await files('.bitmap')) === 1 ? true : undefined))
  })

  it('refuses periods that do not fit, and leaves repositories alone where it is off', async () => {
    const { ask, commit, files } = await begin()
    expect(await ask('PUT', '/application/settings', { housekeeping_enabled: true })).toBe(400)
    expect(await ask('PUT', '/application/settings', periods(10, 5, 200))).toBe(400)
    expect(await ask('PUT', '/application/settings', { ...periods(1, 1, 1), housekeeping_enabled: false })).toBe(200)
    for (let n = 0; n < 3; n++) await commit()
    expect(await files('.pack')).toBe(0)
  })
})

describe('repository checks', () => {
  it('tell what is damaged in the hour of a repository, unless they are switched off', async () => {
    const { instance, ask, commit, projectId, directory } = await begin()
    await commit()
    const found = async (hour: number) => {
      const checked = await checkRepositories(instance.forge, systemCaller(instance.forge, 'repository-check'), {
        hour,
        goOn: () => true,
      })
      return E.isRight(checked) ? checked.right.map((damaged) => damaged.projectId) : checked.left.kind
    }
    const turn = 720 * 600 + projectId
    expect(await found(turn)).toEqual([])
    const blob = await instance.forge.git.of(projectId).resolve('main')
    const path = join(directory, 'objects', blob?.slice(0, 2) ?? '', blob?.slice(2) ?? '')
    await rm(path)
    await writeFile(path, 'garbage')
    expect(await found(turn)).toEqual([projectId])
    expect(await found(turn + 1)).toEqual([])
    expect(await ask('PUT', '/application/settings', { repository_checks_enabled: false })).toBe(200)
    expect(await found(turn)).toEqual([])
  })
})
