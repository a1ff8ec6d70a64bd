import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import { plainGit } from '@forgefold/spec/git'
import { gitCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'

const seedsOf = (text: string | undefined): ReadonlyArray<number> | undefined => text?.split(' ').map(Number)

runCases(
  'git repositories on disk',
  gitCases(
    {
      name: 'git',
      place: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'forgefold-git-laws-'))
        const root = join(folder, 'data')
        let git = await openGitRepositories({ root })
        return {
          git,
          reopen: async () => {
            await git.close()
            git = await openGitRepositories({ root })
            return git
          },
          clone: async (repository) => {
            const found = await readdir(join(root, 'repositories'), { recursive: true })
            const path = found.find((name) => name.endsWith(`/${repository}.git`)) ?? ''
            await plainGit(folder, folder).run('clone', '-q', join(root, 'repositories', path), 'clone')
            return plainGit(join(folder, 'clone'), folder)
          },
          remove: async () => {
            await git.close()
            await rm(folder, { recursive: true, force: true })
          },
        }
      },
    },
    seedsOf(process.env['GIT_SEEDS']),
  ),
  { together: true },
)
