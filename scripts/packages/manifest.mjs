/** The manifest of a package as it is published. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aggregates } from './doors.mjs'

const module = (path) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })

/** Core has a door for each aggregate, and one for the packages that are released with it. */
const doorsOfCore = (doors) => ({
  ...doors,
  './kernel': {
    types: doors['./kernel'].types,
    browser: './dist/deciders/kernel.js',
    default: doors['./kernel'].default,
  },
  ...Object.fromEntries(aggregates.map(({ name }) => [`./${name}`, module(`deciders/${name}`)])),
  './internal/*': module('*/index'),
})

const doorsOf = (name, { exports }) => {
  const doors = Object.fromEntries(Object.entries(exports).filter(([door]) => !door.includes('*')))
  return name === 'core' ? doorsOfCore(doors) : doors
}

/** Reads the manifest of the workspace, and writes what is published of it. */
export const writeManifest = (name, home, folder) => {
  const {
    scripts: _,
    devDependencies: __,
    private: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const bin = name === 'server' ? { bin: { ...manifest.bin, forgefold: 'dist/bundle/start.cjs' } } : {}
  const files = [...manifest.files, 'CHANGELOG.md']
  const published = { ...manifest, ...bin, exports: doorsOf(name, manifest), files }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}
