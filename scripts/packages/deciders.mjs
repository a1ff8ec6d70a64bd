/** Each aggregate of core as one small module without imports from elsewhere: for browsers, and for stores of one's own. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from '../root.mjs'
import { coreWithPureCalls } from './calls-while-loading.mjs'
import { aggregates } from './entry-points.mjs'
import { librariesAsModules } from './libraries-as-modules.mjs'

const dist = join(ROOT, 'core/dist')

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
    plugins: [librariesAsModules, coreWithPureCalls],
    treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
    logLevel: 'silent',
  })
  await made.write({ dir: target, format: 'esm', chunkFileNames: 'shared/[name]-[hash].js' })
  await made.close()
  rmSync(entries, { recursive: true })
}
