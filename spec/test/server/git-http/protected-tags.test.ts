import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedTags } from '@forgefold/core/domains/projects/protected-tag'
import type { PlainGit } from '@forgefold/spec/git'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, systemContext, type World } from './world.js'

let world: World
let git: PlainGit
let url: string

const protect = async (id: number, name: string, userId: number | null): Promise<void> => {
  const { forge } = world.forgefold
  const create = [{ id, level: userId === null ? 40 : null, userId, groupId: null }]
  const command = { type: 'Protect', id, name, create } as const
  const done = await forge.aggregates.execute(protectedTags, 1, command, systemContext(forge))
  if (E.isLeft(done)) throw new Error(done.left.kind)
}

beforeAll(async () => {
  world = await openWorld()
  url = world.url('group/private', 'dev')
  await world.client().run('init', '-q', 'tags')
  git = world.client('tags')
  await writeFile(join(world.folder, 'tags/README.md'), 'one\n')
  await git.run('add', '.')
  await git.run('commit', '-qm', 'First')
  await git.run('push', '-q', url, 'main')
  await git.run('tag', 'v1')
  await git.run('tag', 'mine')
  await git.run('tag', 'free')
  await protect(1, 'v*', null)
  await protect(2, 'mine', 7)
})
afterAll(() => world.close())

describe('a push of tags', () => {
  it('passes where nothing is protected, and for those who may', async () => {
    await git.run('push', '-q', url, 'free', 'mine')
    expect(await git.run('ls-remote', '--tags', url)).toContain('refs/tags/mine')
  })

  it.each([
    ['making one', ['v1'], 'You are not allowed to create this tag as it is protected.'],
    ['taking one away', ['--delete', 'mine'], 'You are not allowed to delete protected tags from this project.'],
    ['moving one', ['--force', 'HEAD~0:refs/tags/mine'], 'Protected tags cannot be updated.'],
  ])('is refused for %s', async (_, words, reason) => {
    await git.run('commit', '-q', '--allow-empty', '-m', 'Another')
    const before = await git.run('ls-remote', '--tags', url)
    const refused = await git.attempt('push', ...words.slice(0, -1), url, ...words.slice(-1))
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain(reason)
    expect(await git.run('ls-remote', '--tags', url)).toBe(before)
  })
})
