import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.js'
import type { ForeignProgram } from './program.js'

const LISTS = 'spec/clients'
const PLACE = 'node_modules/.cache/forgefold-tools'

const npmPackages = (): string => {
  const folder = join(PLACE, 'npm')
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(LISTS, file), join(folder, file))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...flags], { cwd: folder, stdio: 'inherit' })
  return join(process.cwd(), folder, 'node_modules')
}

const pythonPrograms = (): string => {
  const folder = join(process.cwd(), PLACE, 'python')
  const flags = ['-q', '--disable-pip-version-check', '--no-deps', '--upgrade', '--target', folder]
  const list = ['-r', join(LISTS, 'requirements.txt')]
  execFileSync('python3', ['-m', 'pip', 'install', ...flags, ...list], { stdio: 'inherit' })
  return folder
}

const goProgram = (): string => {
  const file = join(process.cwd(), PLACE, 'go', 'strictclient')
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' }
  execFileSync('go', ['build', '-o', file, '.'], { cwd: join(LISTS, 'go'), stdio: 'inherit', env })
  return file
}

/** Installs what the programs need, in the versions of `spec/clients`, beside the workspace; what is there stays. */
export const install = async (
  programs: ReadonlyArray<ForeignProgram>,
): Promise<Pick<Bench, 'packages' | 'pythonPath' | 'goProgram'>> => {
  const wants = (registry: ForeignProgram['registry']): boolean => programs.some((one) => one.registry === registry)
  return {
    packages: wants('npm') ? npmPackages() : '',
    pythonPath: wants('PyPI') ? pythonPrograms() : '',
    goProgram: wants('Go') ? goProgram() : '',
  }
}
