import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlainGit, plainGit } from '../git/index.js'

/** So many commits, newest first, are deployed on the tour. */
export const DEPLOYED = 4

/** A history made up where the project itself is no git checkout. */
const synthesised = async (folder: string, home: string): Promise<PlainGit> => {
  const git = plainGit(folder, home)
  await git.run('init', '--quiet')
  for (let step = 1; step <= DEPLOYED + 2; step++) {
    await writeFile(join(folder, 'steps.txt'), `${step}\n`, { flag: 'a' })
    await git.run('add', '.')
    await git.run('commit', '--quiet', '--message', `Step ${step}`)
  }
  return git
}

/** A real repository with a history: a clone of this project's own, or a made-up one. `home` is empty and stays outside of it. */
export const repositoryFor = async (
  folder: string,
  home: string,
): Promise<{ readonly git: PlainGit; readonly isOwn: boolean }> => {
  const here = process.cwd()
  const found = await plainGit(here, home).attempt('rev-list', '--count', '--first-parent', 'HEAD')
  const isShallow = await plainGit(here, home).attempt('rev-parse', '--is-shallow-repository')
  if (found.code !== 0 || Number(found.stdout) < DEPLOYED || isShallow.stdout.trim() !== 'false')
    return { git: await synthesised(folder, home), isOwn: false }
  await plainGit(home, home).run('clone', '--quiet', '--single-branch', here, folder)
  const git = plainGit(folder, home)
  await git.run('checkout', '--quiet', '-B', 'main')
  return { git, isOwn: true }
}
