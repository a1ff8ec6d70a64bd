import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LIST = 'spec/stand-ins'
const PLACE = resolve('node_modules/.cache/forgefold-stand-ins')

export interface Installed {
  readonly folder: string
  readonly version: string
  readonly packages: number
  /** Megabytes on the disk. */
  readonly size: number
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest

const npm = (folder: string, args: ReadonlyArray<string>): void => {
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    '--no-package-lock',
  ]
  execFileSync('npm', [...args, ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

const packed = (): ReadonlyArray<string> => {
  const folder = join(PLACE, 'packed')
  const printed = execFileSync(process.execPath, ['scripts/packages.mjs', folder], { encoding: 'utf8' })
  return printed.split('\n').filter((line) => line.endsWith('.tgz'))
}

/** The one binary that installing would fetch or compile: the workspace has it already. */
const takeBinding = (modules: string): void => {
  const binding = 'better-sqlite3/build/Release/better_sqlite3.node'
  cpSync(join('node_modules', binding), join(modules, binding))
}

const countPackages = (modules: string): number =>
  readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => (name.startsWith('@') ? readdirSync(join(modules, name)).length : 1))
    .reduce((sum, count) => sum + count, 0)

/** Installs one of them, by its package, in a folder of its own with the programs that ask it; Forgefold from its packed packages. */
export const installOne = (name: string, module: string): Installed => {
  const folder = join(PLACE, name)
  mkdirSync(folder, { recursive: true })
  const isOurs = module.startsWith('@forgefold/')
  const wanted = isOurs ? packed() : [`${module}@${readManifest(join(LIST, 'package.json')).dependencies[module]}`]
  if (isOurs || !existsSync(join(folder, 'node_modules', module))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    npm(folder, ['install', ...wanted])
    if (isOurs) takeBinding(join(folder, 'node_modules'))
  }
  for (const file of ['questions.mjs', `${name}.mjs`]) cpSync(join(LIST, file), join(folder, file))
  const modules = join(folder, 'node_modules')
  return {
    folder,
    version: readManifest(join(modules, module, 'package.json')).version,
    packages: countPackages(modules),
    size: Math.round(Number(execFileSync('du', ['-sm', modules], { encoding: 'utf8' }).split('\t')[0])),
  }
}
