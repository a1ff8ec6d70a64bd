import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Git objects never change once written, so a copy may share them; all other files of a repository are copied. */
const copyFolder = (from: string, to: string, isShared: boolean): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target, isShared || entry.name === 'objects')
    else if (isShared) linkSync(source, target)
    else copyFileSync(source, target)
  }
}

/** Copies the repositories from one root folder to another, within one file system. */
export const copyRepositories = (from: string, to: string): void => {
  const repositories = join(from, 'repositories')
  if (existsSync(repositories)) copyFolder(repositories, join(to, 'repositories'), false)
}
