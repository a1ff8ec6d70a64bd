import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Change {
  readonly new_path: string
  readonly diff: string
}

const FILES = 1050
const AT = '/api/v4/projects/1/repository'

describe.runIf(programs.need('git'))('the limits of diffs', () => {
  let world: TestInstance
  const ask = async (method: string, path: string, json?: object, query = '') => {
    const answer = await world.ask(method, path, { as: world.root, query, json })
    expect(answer.status).toBeLessThan(300)
    return answer.json
  }
  const set = (json: object) => ask('PUT', '/api/v4/application/settings', json)
  const commit = (message: string, files: ReadonlyArray<readonly [path: string, content: string]>) =>
    ask('POST', `${AT}/commits`, {
      branch: 'main',
      commit_message: message,
      actions: files.map(([file_path, content]) => ({ action: 'create', file_path, content })),
    })
  const ofCommit = async (page = 1): Promise<ReadonlyArray<Change>> =>
    (await ask('GET', `${AT}/commits/main/diff`, undefined, `per_page=100&page=${page}`)) as ReadonlyArray<Change>
  const compared = async () =>
    (await ask('GET', `${AT}/compare`, undefined, 'from=main~1&to=main')) as {
      readonly diffs: ReadonlyArray<Change>
      readonly compare_timeout: boolean
    }

  beforeAll(async () => {
    world = await openTestInstance()
    await ask('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
  })
  afterAll(() => world.close())

  it('cut the diff of a commit and a comparison after as many files as the settings say', async () => {
    await commit(
      'Many files',
      Array.from({ length: FILES }, (_, index) => [`many/${index}.txt`, 'one\n'] as const),
    )
    expect([(await ofCommit(10)).length, (await ofCommit(11)).length]).toEqual([100, 0])
    expect(await compared()).toMatchObject({ diffs: { length: 1000 }, compare_timeout: true })
    await set({ diff_max_files: 3000 })
    expect(await ofCommit(11)).toHaveLength(FILES - 1000)
    expect(await compared()).toMatchObject({ diffs: { length: FILES }, compare_timeout: false })
    await set({ diff_max_files: 1000 })
  })

  it('cut them before the file with too many lines', async () => {
    await commit('Many lines', [
      ['a.txt', 'x\n'.repeat(30_000)],
      ['b.txt', 'x\n'.repeat(30_000)],
    ])
    expect((await ofCommit()).map(({ new_path }) => new_path)).toEqual(['a.txt'])
    expect(await compared()).toMatchObject({ diffs: [{ new_path: 'a.txt' }], compare_timeout: true })
    await set({ diff_max_lines: 100_000 })
    expect((await ofCommit()).map(({ new_path }) => new_path)).toEqual(['a.txt', 'b.txt'])
    expect(await compared()).toMatchObject({ diffs: { length: 2 }, compare_timeout: false })
    await set({ diff_max_lines: 50_000 })
  })

  it('leave out the text of a file that is larger than the settings say, and no longer than that', async () => {
    await commit('A large file', [['large.txt', 'x'.repeat(250_000)]])
    const texts = async () => [...(await ofCommit()), ...(await compared()).diffs].map(({ diff }) => diff.length > 0)
    expect(await texts()).toEqual([false, false])
    await set({ diff_max_patch_bytes: 300_000 })
    expect(await texts()).toEqual([true, true])
    await set({ diff_max_patch_bytes: 204_800 })
  })
})
