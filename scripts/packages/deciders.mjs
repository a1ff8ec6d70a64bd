/**
 * Each aggregate of core as one small module without imports from elsewhere: for browsers, and for stores of one's own. Of fp-ts and io-ts
 * only what is used is in them, which their CommonJS builds do not allow.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from '../workspace.mjs'
import { aggregates } from './entry-points.mjs'

const dist = join(ROOT, 'core/dist')
const library = (path) => join(ROOT, 'node_modules', path)

const asModules = {
  name: 'libraries as ES modules',
  resolveId: (id) => {
    if (id === 'io-ts') return library('io-ts/es6/index.js')
    const part = /^fp-ts\/lib\/(\w+)(?:\.js)?$/.exec(id)?.[1]
    return part === undefined ? null : library(`fp-ts/es6/${part}.js`)
  },
}

const exportsFrom = (paths) => paths.map((path) => `export * from ${JSON.stringify(path)}\n`).join('')

/** Writes `dist/deciders/NAME.js` and its types into the assembled core. */
export const bundleDeciders = async (core) => {
  const entries = join(core, 'entries')
  const target = join(core, 'dist/deciders')
  mkdirSync(entries, { recursive: true })
  mkdirSync(target, { recursive: true })
  const input = { kernel: join(entries, 'kernel.js') }
  writeFileSync(input.kernel, exportsFrom([join(dist, 'kernel/index.js')]))
  for (const { name, folder, files } of aggregates) {
    input[name] = join(entries, `${name}.js`)
    writeFileSync(input[name], exportsFrom(files.map((file) => join(dist, 'domains', folder, `${file}.js`))))
    const types = files.map((file) => `../domains/${folder}/${file}.js`)
    writeFileSync(join(target, `${name}.d.ts`), exportsFrom(types))
  }
  const made = await rolldown({
    input,
    platform: 'neutral',
    plugins: [asModules],
    treeshake: { moduleSideEffects: false },
    logLevel: 'silent',
  })
  await made.write({ dir: target, format: 'esm', chunkFileNames: 'shared/[name]-[hash].js' })
  await made.close()
  rmSync(entries, { recursive: true })
}
