import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { afterAll, describe, expect, it } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'forgefold-empty-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Every file and folder with its mode, and what files hold. */
const contentsOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { mode } = statSync(join(folder, name))
      const isFile = statSync(join(folder, name)).isFile()
      return `${mode.toString(8)} ${name} ${isFile ? readFileSync(join(folder, name), 'utf8') : ''}`
    })
    .toSorted()

const byGit = (branch: string): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(root, 'by-git-'))
  execFileSync('git', ['init', '--quiet', '--bare', '--template=', `--initial-branch=${branch}`, folder])
  execFileSync('mkdir', [join(folder, 'info')])
  return contentsOf(folder)
}

const directoryOf = (id: number, within: string): string => {
  const found = readdirSync(within, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`/${id}.git`))
  return join(within, found ?? 'missing')
}

describe('an empty repository', () => {
  it('is what git makes, whether it is the first one or a later one', async () => {
    const folder = join(root, 'repositories')
    const git = await openGitRepositories({ root: folder })
    for (const [id, branch] of ['main', 'trunk', 'release_1', 'feature/a', 'ä'].entries()) {
      await git.create(id + 1, branch)
      expect(contentsOf(directoryOf(id + 1, folder)), branch).toEqual(byGit(branch))
      expect(await git.of(id + 1).head()).toBe(branch)
    }
    await git.close()
  })

  it('is refused by git if the name of its branch is none, and nothing stays of it', async () => {
    const folder = join(root, 'refused')
    const git = await openGitRepositories({ root: folder })
    await git.create(1, 'main')
    for (const branch of ['a..b', 'a b', '.lock', 'a~1']) await expect(git.create(2, branch)).rejects.toThrow()
    expect(directoryOf(2, folder)).toBe(join(folder, 'missing'))
    await git.close()
  })
})
