/** Brings the workspace to the state its sources ask for: installs what is missing, builds what is out of date. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { missingCompilers, stop } from './prerequisites.mjs'
import { ROOT } from './root.mjs'

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

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

/** Name, size and time of files; and this Node, because the code cache of the bundle is good for no other. */
const printOf = (files) => {
  const hash = createHash('sha256').update(process.version)
  for (const path of files) {
    const { size, mtimeMs } = statSync(join(ROOT, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Does a part of the build, unless its files are as they were the last time; gives whether it stands. */
const unlessBuilt = async (name, files, isThere, build) => {
  const stamp = join(ROOT, 'node_modules/.forgefold', name)
  const print = printOf(files)
  if (isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return true
  if (!(await build())) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, print)
  return true
}

const PACKAGES = ['core', 'adapters', 'server']
const PROGRAM = join(ROOT, 'server/dist/bundle/start.cjs')

const sourcesOfServer = () => [
  ...PACKAGES.flatMap((name) => [...filesIn(`${name}/src`), `${name}/package.json`, `${name}/tsconfig.json`]),
  ...['tsconfig.base.json', 'node_modules/.package-lock.json', 'scripts/bundle.mjs'],
  ...filesIn('scripts/bundle'),
]

const compileAndBundle = async () => {
  console.log('Building …')
  if (runTool('typescript/bin/tsc', ['-b', 'server']) !== 0) stop('The build failed.')
  try {
    const { bundle } = await import('./bundle.mjs')
    await bundle()
    return true
  } catch (error) {
    // Its files as they are do the same; they only take longer to load.
    console.error(`The server is started unbundled: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

/** Builds and bundles the server, unless no source has changed since the last time; gives the program to start. */
export const buildServer = async () => {
  const isThere = () =>
    PACKAGES.every((name) => existsSync(join(ROOT, name, 'dist/.tsbuildinfo'))) && existsSync(PROGRAM)
  const bundled = await unlessBuilt('built', sourcesOfServer(), isThere, compileAndBundle)
  return bundled ? PROGRAM : join(ROOT, 'server/dist/cli.js')
}

const sourcesOfDocumentation = () => [
  ...filesIn('docs'),
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesIn('scripts/documentation'),
]

/** Writes the documentation that the server serves, unless no page has changed since the last time. A server without it serves everything else. */
export const buildDocumentation = () =>
  unlessBuilt(
    'documented',
    sourcesOfDocumentation(),
    () => existsSync(join(ROOT, 'server/dist/site/index.html')),
    async () => {
      try {
        const { writeDocumentation } = await import('./documentation.mjs')
        writeDocumentation(join(ROOT, 'server/dist/site'))
        return true
      } catch (error) {
        console.error(`The documentation was not built: ${error instanceof Error ? error.message : String(error)}`)
        return false
      }
    },
  )
