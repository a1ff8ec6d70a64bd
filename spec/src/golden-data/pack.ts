import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Made anew at every start, or of one process only. */
const LEFT_OUT = /^(read-model\.sqlite|in-use\.sqlite|.*-(wal|shm)$)/

/** What git can make from the rest. */
const MADE_BY_GIT = ['hooks', 'info', 'objects/info/commit-graph']

const repositoriesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'HEAD' && existsSync(join(entry.parentPath, 'objects')))
    .map((entry) => entry.parentPath)

/** Copies a data folder that is not in use (so that its databases have no journals), with its repositories packed. */
export const pack = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true })
  for (const file of readdirSync(to)) if (LEFT_OUT.test(file)) rmSync(join(to, file), { recursive: true })
  for (const repository of repositoriesIn(to)) {
    execFileSync('git', ['-C', repository, '-c', 'repack.writeBitmaps=false', 'gc', '--quiet', '--prune=now'], {
      stdio: 'inherit',
    })
    for (const file of MADE_BY_GIT) rmSync(join(repository, file), { recursive: true, force: true })
  }
}
