/**
 * The modules behind a package's entry points as few files: a thousand small ones take three times the processor time to load. The entry points stay where
 * they were, and the types as they are. What is imported from another of our packages stays an import, so that there is one copy of each.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { isOutside, THREADS } from '../bundle.mjs'
import { coreWithPureCalls } from './calls-while-loading.mjs'
import { librariesAsModules } from './libraries-as-modules.mjs'

/** Bundles of their own. */
const APART = /^deciders\//

const codeIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))

/** The files that `exports` names, and those that a pattern of it stands for. */
const entryPointsOf = (folder, modules) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const targets = Object.values(exports).map((target) => target.default.replace('./dist/', ''))
  const isEntry = (path) =>
    targets.some((target) => {
      const [before, after] = target.split('*')
      return after === undefined ? path === target : path.startsWith(before) && path.endsWith(after)
    })
  return modules.filter((path) => isEntry(path) && !APART.test(path)).map((path) => path.slice(0, -'.js'.length))
}

const FOLDER = /\/adapters\/dist\/([\w-]+)\//

/** Threads start fast where each has what it needs in a file of its own, which lies beside the code that starts it. */
const writeThreads = async (dist) => {
  for (const [name, input] of Object.entries(THREADS)) {
    const made = await rolldown({ input: { [name]: input }, platform: 'node', external: isOutside, logLevel: 'silent' })
    await made.write({ dir: join(dist, FOLDER.exec(input)[1]), format: 'esm' })
    await made.close()
  }
}

/**
 * The file that a module gets into: what uses one part of a package does not load the others. Of core the domains are by far the larger part, and
 * the kernel is all that those need who keep one aggregate.
 */
const FILES = {
  core: (id) => {
    // An entry point in the file of its modules would show what they show to each other.
    if (id.endsWith('/core/dist/kernel/index.js')) return null
    return /\/core\/dist\/(domains|kernel)\//.exec(id)?.[1] ?? (id.includes('/core/dist/') ? 'foundation' : 'kernel')
  },
  adapters: (id) => FOLDER.exec(id)?.[1] ?? 'libraries',
}

/** Takes an assembled package with its manifest. */
export const joinModules = async (name, folder) => {
  const dist = join(folder, 'dist')
  const modules = codeIn(dist)
  const entries = entryPointsOf(folder, modules).map((path) => [path, join(dist, `${path}.js`)])
  const made = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^(?:fp-ts\/|io-ts$)/.test(id),
    plugins: [librariesAsModules, coreWithPureCalls],
    treeshake: { propertyReadSideEffects: false },
    logLevel: 'silent',
  })
  const target = join(folder, 'joined')
  await made.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: FILES[name] }] },
  })
  await made.close()
  if (name === 'adapters') await writeThreads(target)
  for (const path of modules) if (!APART.test(path)) rmSync(join(dist, path))
  for (const path of codeIn(target)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    renameSync(join(target, path), join(dist, path))
  }
  rmSync(target, { recursive: true })
}
