import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openGitRepositories } from '@forgefold/adapters/git'
import { EMPTY_TREE, type GitRepositories, type ObjectId, type Repository } from '@forgefold/core/ports'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const AUTHOR = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }
const PATH = process.env['PATH'] ?? ''

let root: string
let log: string
let git: GitRepositories
let repository: Repository

/** Programs that were started, by their subcommand. */
const started = async (): Promise<ReadonlyArray<string>> =>
  (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean)

const commit = (message: string, parents: ReadonlyArray<ObjectId> = []): Promise<ObjectId> =>
  repository.writeCommit({ tree: EMPTY_TREE, parents, author: AUTHOR, committer: AUTHOR, message: `${message}\n` })

const directory = (): Promise<string> =>
  execute('find', [root, '-name', 'HEAD']).then(({ stdout }) => stdout.trim().replace(/\/HEAD$/, ''))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-remembered-'))
  log = join(root, 'started')
  const { stdout } = await execute('sh', ['-c', 'command -v git'])
  await writeFile(join(root, 'git'), `#!/bin/sh\necho "$1" >> '${log}'\nexec '${stdout.trim()}' "$@"\n`)
  await chmod(join(root, 'git'), 0o755)
  process.env['PATH'] = `${root}${delimiter}${PATH}`
  git = await openGitRepositories({ root: join(root, 'repositories') })
  await git.create(1, 'main')
  repository = git.of(1)
})

afterEach(async () => {
  process.env['PATH'] = PATH
  await git.close()
  await rm(root, { recursive: true, force: true })
})

let longAgo = 1_700_000_000

/** As if the last move were long ago, yet later than the one before. */
const settle = async (): Promise<void> => {
  const at = await directory()
  const { stdout } = await execute('find', [join(at, 'refs'), '-type', 'd'])
  longAgo++
  for (const moved of [join(at, 'HEAD'), ...stdout.split('\n').filter(Boolean)]) await utimes(moved, longAgo, longAgo)
}

describe('what git is asked about objects', () => {
  it('is asked once', async () => {
    const first = await commit('first')
    const second = await commit('second', [first])
    const unrelated = await commit('unrelated')
    const before = (await started()).length
    const ask = () =>
      Promise.all([
        repository.mergeBase(unrelated, second),
        repository.log({ from: [second], path: 'README.md', limit: 2 }),
        repository.stats([]),
        repository.divergence(first, second),
        repository.tree(second, '', true),
      ])
    const answers = await ask()
    const asked = (await started()).length
    expect(asked).toBeGreaterThan(before + 3)
    for (let n = 0; n < 5; n++) expect(await ask()).toEqual(answers)
    expect((await started()).length).toBe(asked)
  })

  it('is asked once for branches that have just moved, however many list them at the same time', async () => {
    const first = await commit('first')
    await repository.updateRefs([{ ref: 'refs/heads/main', to: first }])
    const before = (await started()).length
    const listed = await Promise.all(Array.from({ length: 16 }, () => repository.refs('refs/heads/')))
    expect(new Set(listed.map((refs) => refs.map(({ name, target }) => `${name} ${target}`).join()))).toEqual(
      new Set([`refs/heads/main ${first}`]),
    )
    expect((await started()).slice(before)).toEqual(['for-each-ref'])
    expect(new Set(await Promise.all(Array.from({ length: 4 }, () => repository.head())))).toEqual(new Set(['main']))
  })

  it('is asked anew of a repository that was removed and made again', async () => {
    const first = await commit('first')
    expect(await repository.mergeBase(first, first)).toBe(first)
    await git.remove(1)
    await git.create(1, 'main')
    await expect(git.of(1).mergeBase(first, first)).rejects.toThrow()
  })

  it('is asked each time where the answer hangs on refs or on time', async () => {
    const first = await commit('first')
    await repository.updateRefs([{ ref: 'refs/heads/main', to: first }])
    const ids = async () => (await repository.log({ from: 'all', noMerges: true })).map(({ id }) => id)
    expect(await ids()).toEqual([first])
    const second = await commit('second', [first])
    await repository.updateRefs([{ ref: 'refs/heads/main', to: second }])
    expect([...(await ids())].sort()).toEqual([first, second].sort())
  })
})

describe('archives', () => {
  const archive = async (of: ObjectId, format: 'tar' | 'zip' = 'tar'): Promise<string> => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of repository.archive(of, format, 'a/', new AbortController().signal)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('latin1')
  }
  const withNames = async (): Promise<ObjectId> => {
    const outcome = await repository.editTree(EMPTY_TREE, [
      { action: 'create', path: '.gitattributes', content: Buffer.from('names export-subst\n') },
      { action: 'create', path: 'names', content: Buffer.from('<$Format:%D$>\n') },
    ])
    const tree = outcome.kind === 'Written' ? outcome.tree : EMPTY_TREE
    return repository.writeCommit({ tree, parents: [], author: AUTHOR, committer: AUTHOR, message: 'names\n' })
  }

  it('are made once while nothing moves', async () => {
    const first = await withNames()
    await repository.updateRefs([{ ref: 'refs/heads/main', to: first }])
    await settle()
    const answers = [await archive(first), await archive(first, 'zip')]
    expect(answers[0]).toContain('<HEAD -> main>')
    const asked = (await started()).length
    for (let n = 0; n < 5; n++) expect([await archive(first), await archive(first, 'zip')]).toEqual(answers)
    expect((await started()).length).toBe(asked)
  })

  it('are made anew once a ref has moved, because they may hold its name', async () => {
    const first = await withNames()
    await repository.updateRefs([{ ref: 'refs/heads/main', to: first }])
    for (const [n, ref] of ['refs/heads/other', 'refs/tags/v1', 'refs/merge-requests/1/head'].entries()) {
      await settle()
      expect((await archive(first)).match(/,/g)?.length ?? 0).toBe(n)
      await repository.updateRefs([{ ref, to: first }])
    }
    await settle()
    expect(await archive(first)).toContain('merge-requests/1/head')
    await repository.setHead('other')
    await settle()
    expect(await archive(first)).toContain('HEAD -> other')
  })

  it('of which only a part was read are made again', async () => {
    const first = await withNames()
    await repository.updateRefs([{ ref: 'refs/heads/main', to: first }])
    await settle()
    for await (const chunk of repository.archive(first, 'tar', 'a/', new AbortController().signal))
      if (chunk.length > 0) break
    expect(await archive(first)).toContain('<HEAD -> main>')
  })
})

describe('lists of branches', () => {
  it('are asked for once while nothing moves', async () => {
    await repository.updateRefs([{ ref: 'refs/heads/main', to: await commit('first') }])
    await settle()
    const names = async () => (await repository.refs('refs/heads/')).map(({ name }) => name)
    expect(await names()).toEqual(['refs/heads/main'])
    const asked = (await started()).length
    for (let n = 0; n < 5; n++) expect(await names()).toEqual(['refs/heads/main'])
    expect((await started()).length).toBe(asked)
  })

  it('are never older than the last move, whoever made it and however fast they follow each other', async () => {
    const commits = [await commit('0'), await commit('1'), await commit('2')]
    const at = await directory()
    const names = ['refs/heads/main', 'refs/heads/a/b', 'refs/heads/a/c', 'refs/tags/v1']
    const move = fc.record({
      ref: fc.constantFrom(...names),
      to: fc.option(fc.nat(commits.length - 1)),
      by: fc.constantFrom('us', 'others', 'packing'),
      settles: fc.boolean(),
    })
    const truth = async (): Promise<string> =>
      (await execute('git', ['--git-dir', at, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/']))
        .stdout
    const shown = async (): Promise<string> =>
      (await repository.refs('refs/heads/')).map(({ name, target }) => `${name} ${target}\n`).join('')
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), async (moves) => {
        for (const { ref, to, by, settles } of moves) {
          const target = to === null ? null : (commits[to] as ObjectId)
          if (by === 'us') await repository.updateRefs([{ ref, to: target }])
          else if (by === 'packing') await execute('git', ['--git-dir', at, 'pack-refs', '--all'])
          else if (target === null) await execute('git', ['--git-dir', at, 'update-ref', '-d', ref])
          else await execute('git', ['--git-dir', at, 'update-ref', ref, target])
          expect(await shown()).toBe(await truth())
          if (settles) await settle()
          expect(await shown()).toBe(await truth())
        }
      }),
      { numRuns: 12 },
    )
  })
})
