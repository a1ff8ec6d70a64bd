/**
 * Puts the built server into few files: a thousand small modules take four times as long to load as everything else a start does.
 * Other people's packages stay where they are, except those that are small and always needed.
 */
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INSIDE = /^(?:@forgefold\/|fp-ts\/|io-ts|tsyringe|tslib|reflect-metadata)/

/** Less text to keep in memory; functions keep their names and lines stay lines, so that a stack can be read. */
const SMALLER = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: false },
}

const isOutside = (id) => !id.startsWith('.') && !isAbsolute(id) && !INSIDE.test(id)

/** Writes the bundle into a folder inside `server/dist`, so that packages and files beside it are found as before. */
export const bundle = async (name = 'bundle') => {
  const dir = join(ROOT, 'server/dist', name)
  const made = await rolldown({
    input: {
      cli: join(ROOT, 'server/dist/cli.js'),
      // Started by its own name, as a thread.
      'writer-thread': join(ROOT, 'adapters/dist/sqlite/writer/writer-thread.js'),
    },
    platform: 'node',
    external: isOutside,
    logLevel: 'silent',
  })
  await made.write({ dir, format: 'esm', minify: SMALLER, cleanDir: true })
  await made.close()
  return join(dir, 'cli.js')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await bundle(process.argv[2]))
