import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What `git init` makes with an empty template, and the folder of its own that the wire protocol looks into. */
const FOLDERS = ['info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags']

/** Names about which git has no opinion; it is left to refuse others. */
const PLAIN_BRANCH = /^[A-Za-z0-9_]+$/

/** The configuration of an empty repository, by file system: git writes down what it finds there, and nothing else. */
const configurations = new Map<number, string>()

/**
 * Makes an empty bare repository in a folder that is not there yet. The first one on a file system is made by git, the others are like it,
 * because to start a program costs a large process several milliseconds, in which it does nothing else.
 */
export const makeEmptyRepository = async (
  directory: string,
  branch: string,
  init: () => Promise<unknown>,
): Promise<void> => {
  const { dev } = await stat(dirname(directory))
  const configuration = configurations.get(dev)
  if (configuration === undefined || !PLAIN_BRANCH.test(branch)) {
    await init()
    await mkdir(join(directory, 'info'), { recursive: true })
    configurations.set(dev, await readFile(join(directory, 'config'), 'utf8'))
    return
  }
  await Promise.all(FOLDERS.map((folder) => mkdir(join(directory, folder), { recursive: true })))
  await Promise.all([
    writeFile(join(directory, 'config'), configuration),
    writeFile(join(directory, 'HEAD'), `ref: refs/heads/${branch}\n`),
  ])
}
