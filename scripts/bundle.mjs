/**
 * Puts the built server into few files with their code caches: a thousand small modules take four times as long to load as everything else
 * a start does, and compiling the few takes half of what is left. Other people's packages stay where they are, except those that are small
 * and always needed.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { warmUp } from './bundle/warm-up.mjs'
import { librariesAsModules } from './packages/libraries-as-modules.mjs'
import { ROOT } from './root.mjs'

const START = fileURLToPath(new URL('bundle/start.cjs', import.meta.url))
const LOADER = fileURLToPath(new URL('bundle/load.cjs', import.meta.url))
const LOGGING = ['pino', '@pinojs', 'sonic-boom', 'thread-stream', 'on-exit-leak-free', 'atomic-sleep', 'real-require']
const LOGGED_TEXT = ['quick-format-unescaped', 'safe-stable-stringify', 'process-warning']
const INSIDE = new RegExp(
  `^(?:@forgefold/|fp-ts/|io-ts|tsyringe|tslib|reflect-metadata|${[...LOGGING, ...LOGGED_TEXT].join('|')})`,
)

/** Less text to keep in memory; functions keep their names and lines stay lines, so that a stack can be read. */
const SMALLER = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: false },
}

/** What the bundle, and each thread that is published, leaves to be imported. */
export const isOutside = (id) => !id.startsWith('.') && !isAbsolute(id) && !INSIDE.test(id)

/** Scripts have no way to import: the loader gives them one. */
const importedByLoader = (program) => program.replaceAll(/\bimport\((?=["'`])/g, 'importOutside(')

/** A binding that a file gives to others: written as a getter, as if it could still change after the file has run. None of ours does. */
const GETTER =
  /Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: !0,\s*get: function\(\) \{\s*return ([\w$]+|"[^"\\]*");\s*\}\s*\}\)/g

/** Plain properties instead: a thousand getters are as many functions, made at each start. */
const withPlainExports = (program) => program.replaceAll(GETTER, 'exports.$1 = $2')

/** The same program in ASCII: one sign outside it would double the memory that the text takes. */
const inAscii = (program) =>
  program
    .replace(/^#!.*/, '')
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Started by their own names, from beside the file that starts them. */
export const THREADS = {
  'writer-thread': join(ROOT, 'adapters/dist/sqlite/writer/writer-thread.js'),
  'document-thread': join(ROOT, 'adapters/dist/ci-file/document-thread.js'),
  'planning-thread': join(ROOT, 'adapters/dist/ci-file/planning-thread.js'),
  'rendering-thread': join(ROOT, 'adapters/dist/markdown/rendering-thread.js'),
  'copy-thread': join(ROOT, 'adapters/dist/read-model/engine/copy-thread.js'),
}

/** What only one of the programs needs at its start: the command that runs when it is loaded, forges for tests, and what these know of endpoints. */
const OF_ONE_PROGRAM = /\/server\/dist\/(?:cli\.js$|testing\/|api\/public-endpoints\/)/

/** So many files need a module that it lies with others of its kind in one: a file of its own would be one more for each first answer. */
const COMMON = 12

/** One file of the modules that every start of a program needs, and of no others that they lead to; one of those that many parts need later. */
const startFile = (isIn) => ({
  includeDependenciesRecursively: false,
  groups: [
    { name: 'start', tags: ['$initial'], test: isIn, priority: 1 },
    { name: 'shared', test: (id) => !isIn(id) && !OF_ONE_PROGRAM.test(id), minShareCount: COMMON },
  ],
})

const bundled = async (input, use) => {
  const plugins = [librariesAsModules]
  const made = await rolldown({ input, platform: 'node', external: isOutside, plugins, logLevel: 'silent' })
  const result = await use(made)
  await made.close()
  return result
}

/** The modules that the programs load at their start. */
const startOf = (programs) =>
  bundled(programs, async (made) => {
    const { output } = await made.generate({
      format: 'cjs',
      codeSplitting: startFile((id) => !OF_ONE_PROGRAM.test(id)),
    })
    return new Set(output.find(({ name }) => name === 'start').moduleIds)
  })

const write = (input, dir, codeSplitting) =>
  bundled(input, (made) => made.write({ dir, format: 'cjs', minify: SMALLER, codeSplitting }))

const inDist = (path) => join(ROOT, 'server/dist', path)

/**
 * Writes the bundle into a folder, as it is published; gives the program to start. A thread has files of its own: what it shared with the
 * server would be a file of its own for each set of threads that need it, and every start would read them all.
 */
export const writeBundle = async (dir) => {
  rmSync(dir, { recursive: true, force: true })
  const programs = { cli: inDist('cli.js'), testing: inDist('testing/index.js') }
  // A forge inside another program offers every use case, which a server needs only with the routes that call them.
  const start = await startOf(programs)
  await write(
    { ...programs, server: inDist('index.js') },
    dir,
    startFile((id) => start.has(id)),
  )
  for (const [name, program] of Object.entries(THREADS)) await write({ [name]: program }, dir)
  const loader = readFileSync(LOADER, 'utf8')
  const edition = createHash('sha256').update(loader)
  const threads = new Set(Object.keys(THREADS).map((name) => `${name}.js`))
  for (const file of readdirSync(dir).sort()) {
    const program = readFileSync(join(dir, file), 'utf8')
    const text = inAscii(threads.has(file) ? program : withPlainExports(importedByLoader(program)))
    edition.update(text)
    writeFileSync(join(dir, file), text)
  }
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(join(dir, 'load.cjs'), loader.replace('EDITION', edition.digest('hex').slice(0, 12)))
  const command = join(dir, 'start.cjs')
  copyFileSync(START, command)
  return command
}

/** Writes the bundle into a folder inside `server/dist`, so that packages and files beside it are found as before, and compiles it for this Node. */
export const bundle = async (name = 'bundle') => {
  const start = await writeBundle(join(ROOT, 'server/dist', name))
  await warmUp(start)
  return start
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await bundle(process.argv[2]))
