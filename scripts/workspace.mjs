/** Brings the workspace to the state its sources ask for: installs what is missing, builds what is out of date. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingCompilers, stop } from './prerequisites.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a program in the workspace with its output shown; gives its exit status. */
export const run = (program, args, environment = {}) => {
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (error !== undefined) console.error(error.message)
  return status ?? 1
}

/** Runs an installed package's command by this very Node. */
export const runTool = (path, args, environment) =>
  run(process.execPath, [join(ROOT, 'node_modules', path), ...args], environment)

const npm = (args) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args])
    : run('npm', args)

const packagesIn = (lockfile) => JSON.parse(readFileSync(join(ROOT, lockfile), 'utf8')).packages

/** Whether node_modules holds what the lockfile names; packages made for other machines do not count. */
const isInstalled = () => {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.link ||
      wanted.optional ||
      installed[path]?.version === wanted.version,
  )
}

const nativeLoads = () => {
  try {
    const Database = createRequire(join(ROOT, 'package.json'))('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

const explainNative = () => {
  const missing = missingCompilers()
  return [
    'The SQLite binding (better-sqlite3) could not be installed.',
    'Where no ready-made binary can be downloaded for this Node and platform, it is compiled.',
    missing.length === 0
      ? 'The compiler is here; see the messages above.'
      : `For that, this machine lacks ${missing.join(', ')} (on Debian: apt-get install python3 make g++).`,
  ].join('\n')
}

/** Installs exactly what the lockfile says, unless it is there already. */
export const install = () => {
  if (!isInstalled()) {
    console.log('Installing dependencies …')
    if (npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
      stop(missingCompilers().length > 0 ? explainNative() : 'The installation failed; see the messages above.')
  }
  if (nativeLoads()) return
  console.log('Building the SQLite binding for this Node …')
  if (npm(['rebuild', 'better-sqlite3', '--loglevel=error']) !== 0 || !nativeLoads()) stop(explainNative())
}

const BUNDLING = [
  'scripts/bundle.mjs',
  ...readdirSync(join(ROOT, 'scripts/bundle')).map((name) => `scripts/bundle/${name}`),
]

/** Name, size and time of every file that the build reads; and this Node, because the code cache is good for no other. */
const sourcePrint = (packages) => {
  const hash = createHash('sha256').update(process.version)
  const note = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const name of packages) {
    for (const entry of readdirSync(join(ROOT, name, 'src'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) note(join(entry.parentPath, entry.name))
    for (const file of ['package.json', 'tsconfig.json']) note(join(ROOT, name, file))
  }
  for (const file of ['tsconfig.base.json', 'node_modules/.package-lock.json', ...BUNDLING]) note(join(ROOT, file))
  return hash.digest('hex')
}

/** Builds and bundles the server, unless no source has changed since the last time; gives the program to start. */
export const buildServer = async () => {
  const packages = ['core', 'adapters', 'server']
  const program = join(ROOT, 'server/dist/bundle/start.cjs')
  const stamp = join(ROOT, 'node_modules/.forgefold/built')
  const wanted = sourcePrint(packages)
  const isBuilt = packages.every((name) => existsSync(join(ROOT, name, 'dist/.tsbuildinfo'))) && existsSync(program)
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program
  console.log('Building …')
  if (runTool('typescript/bin/tsc', ['-b', 'server']) !== 0) stop('The build failed.')
  try {
    const { bundle } = await import('./bundle.mjs')
    await bundle()
  } catch (error) {
    // Its files as they are do the same; they only take longer to load.
    console.error(`The server is started unbundled: ${error instanceof Error ? error.message : String(error)}`)
    return join(ROOT, 'server/dist/cli.js')
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  return program
}
