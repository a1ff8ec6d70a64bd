import { DeadlineExceeded, type Repository } from '@forgefold/core/ports'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openMergeWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openMergeWorld()
  expect((await world.at(world.owner, 'PUT', '', { merge_method: 'ff' })).status).toBe(200)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

/** Answers one question to repositories in another way. */
const answering = <Name extends 'isAncestor' | 'walk'>(
  name: Name,
  answer: (repository: Repository) => Repository[Name],
): void => {
  const { git } = world.instance.forge
  const of = git.of.bind(git)
  vi.spyOn(git, 'of').mockImplementation((id) => {
    const repository = of(id)
    const get = (_: Repository, asked: string | symbol): unknown => {
      const own = asked === name ? answer(repository) : (Reflect.get(repository, asked, repository) as unknown)
      return typeof own === 'function' ? own.bind(repository) : own
    }
    return new Proxy(repository, { get })
  })
}

const merged = (iid: number) =>
  world.until('the merge', async () => {
    const shown = await world.show(iid)
    return shown.state === 'merged' && shown
  })

const COMMITS = 40

it('names the commit of a long history that brought each merge request, and asks about few of them', async () => {
  const shas: Array<string> = []
  for (let at = 1; at <= COMMITS; at++)
    shas.push(await world.commit('long', { [`src/${at}.txt`]: `${at}\n` }, at === 1 ? 'main' : undefined))
  const heads = [0, 17, 38].map((at) => shas[at] as string)
  const opened = []
  for (const [at, sha] of heads.entries()) {
    const branch = await world.at(world.dev, 'POST', '/repository/branches', { branch: `part-${at}`, ref: sha })
    expect(branch.status).toBe(201)
    opened.push(await world.open(`part-${at}`))
  }
  const whole = await world.open('long')
  await world.settled(whole.iid)
  let asked = 0
  answering('isAncestor', (repository) => (...both) => {
    asked++
    return repository.isAncestor(...both)
  })
  expect((await world.at(world.owner, 'PUT', `/merge_requests/${whole.iid}/merge`)).status).toBe(200)
  for (const [at, { iid }] of opened.entries()) expect((await merged(iid)).merge_commit_sha).toBe(heads[at])
  expect(asked).toBeLessThan(COMMITS)
})

it('is noted at the first try where another history takes too long to be looked through', async () => {
  const head = await world.commit('first', { 'first.txt': 'first\n' }, 'main')
  await world.commit('second', { 'second.txt': 'second\n' }, 'first')
  await world.commit('endless', { 'endless.txt': 'endless\n' }, 'main')
  const [first, second] = [await world.open('first'), await world.open('second')]
  for (const { iid } of [first, second, await world.open('endless')]) await world.settled(iid)
  let late = 0
  answering('walk', (repository) => (query) => {
    if (query.limit !== undefined) return repository.walk(query)
    late++
    throw new DeadlineExceeded('git rev-list took too long')
  })
  expect((await world.at(world.owner, 'PUT', `/merge_requests/${second.iid}/merge`)).status).toBe(200)
  expect((await merged(first.iid)).merge_commit_sha).toBe(head)
  expect(late).toBeGreaterThan(0)
})
