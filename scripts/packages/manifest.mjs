/** The manifest of a package as it is published. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aggregates } from './entry-points.mjs'
import { PACKAGES_IN_PART } from './parts-of-others.mjs'

const module = (path) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })

/** Core has an entry point for each aggregate, and one for the packages that are released with it. */
const entryPointsOfCore = (entryPoints) => ({
  ...entryPoints,
  './kernel': {
    types: entryPoints['./kernel'].types,
    browser: './dist/deciders/kernel.js',
    default: entryPoints['./kernel'].default,
  },
  ...Object.fromEntries(aggregates.map(({ name }) => [`./${name}`, module(`deciders/${name}`)])),
  './internal/*': module('*/index'),
})

const entryPointsOf = (name, { exports }) => {
  const entryPoints = Object.fromEntries(Object.entries(exports).filter(([entry]) => !entry.includes('*')))
  return name === 'core' ? entryPointsOfCore(entryPoints) : entryPoints
}

const withoutDot = (path) => path.replace(/^\.\//, '')

/** The same entry points for what knows no `exports`: TypeScript before 7 with `module` commonjs, as its `--init` wrote it. */
const olderEntryPoints = ({ '.': root, ...others }) => ({
  ...(root && { main: root.default, types: root.types }),
  ...(Object.keys(others).length > 0 && {
    typesVersions: {
      '*': Object.fromEntries(
        Object.entries(others).map(([entry, { types }]) => [withoutDot(entry), [withoutDot(types)]]),
      ),
    },
  }),
})

/** Reads the manifest of the workspace, and writes what is published of it. */
export const writeManifest = (name, home, folder) => {
  const {
    scripts: _,
    devDependencies: __,
    private: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const bin = name === 'server' ? { bin: { ...manifest.bin, forgefold: 'dist/bundle/start.cjs' } } : {}
  // The code is joined into files that hold modules with effects beside others.
  const sideEffects = manifest.sideEffects && [...manifest.sideEffects, './dist/shared/*']
  const hasParts = Object.keys(manifest.dependencies ?? {}).some((other) => PACKAGES_IN_PART.includes(other))
  const files = [...manifest.files, 'CHANGELOG.md', ...(hasParts ? ['LICENSES-OF-PARTS'] : [])]
  const exports = entryPointsOf(name, manifest)
  const published = { ...manifest, ...bin, ...olderEntryPoints(exports), exports, sideEffects, files }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}
