/**
 * The modules behind a package's entry points as one file: a thousand small ones take three times the processor time to load. The entry points stay where
 * they were, and the types as they are. What is imported from another package stays an import, so that there is one copy of each.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { isOutside, THREADS } from '../bundle.mjs'

/** Needs an optional peer, or is the program of a thread: neither is loaded with the rest. */
const LATER = /\/eventstoredb\/|-thread\.js$/

/** Whole programs and bundles of their own. */
const APART = /^(?:bundle|deciders|site)\/|^forgefold-verify\.js$/

/** Is loaded from the bundle (see `forge-for-tests.mjs`). */
const IN_THE_BUNDLE = /^testing\/index\.js$/

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
  return modules
    .filter((path) => isEntry(path) && !APART.test(path) && !IN_THE_BUNDLE.test(path))
    .map((path) => path.slice(0, -'.js'.length))
}

/** Threads start fast where each has what it needs in a file of its own. */
const writeThreads = async (dir) => {
  for (const [name, input] of Object.entries(THREADS)) {
    const made = await rolldown({ input: { [name]: input }, platform: 'node', external: isOutside, logLevel: 'silent' })
    await made.write({ dir, format: 'esm' })
    await made.close()
  }
}

/** Takes an assembled package with its manifest. */
export const joinModules = async (name, folder) => {
  const dist = join(folder, 'dist')
  const modules = codeIn(dist)
  const entries = entryPointsOf(folder, modules).map((path) => [path, join(dist, `${path}.js`)])
  const made = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    logLevel: 'silent',
  })
  const target = join(folder, 'joined')
  await made.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: { groups: [{ name: 'modules', tags: ['$initial'], test: (id) => !LATER.test(id) }] },
  })
  await made.close()
  if (name === 'adapters') await writeThreads(join(target, 'shared'))
  for (const path of modules) if (!APART.test(path)) rmSync(join(dist, path))
  for (const path of codeIn(target)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    renameSync(join(target, path), join(dist, path))
  }
  rmSync(target, { recursive: true })
}
