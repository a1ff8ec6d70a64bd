import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGES = ['core', 'adapters', 'server'] as const

/** What no program loads, code that is compiled under its old name, and the documentation, without which a server serves everything else. */
const UNUSED = /\.(?:d\.ts|map|tsbuildinfo|cache)$|\/dist\/(?:site|bundle)$/

const copyFolder = (name: string, folder: string): Promise<void> =>
  cp(join(ROOT, name), join(folder, name), {
    recursive: true,
    filter: (path) => path === join(ROOT, name) || !UNUSED.test(path),
  })

const copyPackages = async (folder: string): Promise<void> => {
  const links = join(folder, 'packages/@forgefold')
  await mkdir(links, { recursive: true })
  for (const name of PACKAGES) {
    await copyFolder(join(name, 'dist'), folder)
    await symlink(join(folder, name), join(links, name))
    await symlink(join(folder, 'packages'), join(folder, name, 'node_modules'))
  }
}

/**
 * Copies the command `forgefold`, bundled or not, and gives what to start: a server that runs for long loads parts of itself late, and would
 * otherwise find those of another version where somebody builds meanwhile. A program from elsewhere is left where it is.
 */
export const copyOfProgram = async (program: string, folder: string): Promise<string> => {
  const within = relative(ROOT, program)
  if (within.startsWith('..')) return program
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of PACKAGES) await cp(join(ROOT, name, 'package.json'), join(folder, name, 'package.json'))
  if (within.includes('/bundle/')) await copyFolder(dirname(within), folder)
  else await copyPackages(folder)
  return join(folder, within)
}
