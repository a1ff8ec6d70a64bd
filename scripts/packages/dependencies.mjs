/** What a package depends on is what its published code names: some of it is for the workspace alone, and the bundle of the server names what the other packages need. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

const CODE = /\.(?:c?js|d\.ts)$/

const HOMES = ['core', 'adapters', 'server', 'spec/packages/testing', 'spec/packages/laws']

const dependenciesOf = (home) => JSON.parse(readFileSync(join(ROOT, home, 'package.json'), 'utf8')).dependencies ?? {}

/** Each package that any of ours depends on, with its versions. */
const KNOWN = Object.assign({}, ...HOMES.map(dependenciesOf))

/** After `from` or `import`, or as all that a function is called with: `import(…)`, `require(…)`, and `require` by a shorter name. */
const IMPORTED = /(?:\bfrom|\bimport|[\w$)]\()\s*(["'`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?\1\s*[)\n;,]/g

/** Anywhere, as the name of a library that is required later. */
const QUOTED = /(["'])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?\1/g

/** The lines of a docstring: its example imports what the package itself does not need. */
const DOCSTRING = /^[ \t]*\*.*$/gm

const namedIn = (folder, files, pattern) =>
  new Set(
    files.flatMap((file) => {
      const code = readFileSync(join(folder, file), 'utf8').replace(DOCSTRING, '')
      return [...code.matchAll(pattern)].map(([, , name]) => name)
    }),
  )

/** Writes the dependencies into the manifest of an assembled package. */
export const writeDependencies = (folder) => {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => CODE.test(file))
  const imported = namedIn(folder, files, IMPORTED)
  const apart = files.filter((file) => !file.startsWith('dist/bundle/'))
  const quoted = namedIn(folder, apart, QUOTED)
  const isWanted = (name) =>
    imported.has(name) ||
    (manifest.dependencies?.[name] !== undefined && (quoted.has(name) || name.startsWith('@types/')))
  const wanted = Object.entries(KNOWN).filter(([name]) => name !== manifest.name && isWanted(name))
  const sorted = wanted.sort(([one], [other]) => (one < other ? -1 : 1))
  const dependencies = sorted.length === 0 ? undefined : Object.fromEntries(sorted)
  writeFileSync(path, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`)
}
