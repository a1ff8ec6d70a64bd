/** Of the types of a package only those are published that its entry points lead to. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LEADS_TO = /(?:\bfrom|\bimport|\bmodule)\s*\(?\s*['"]([^'"]+)['"]/g

const typesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.d.ts'))
    .map((path) => join(folder, path))

const specifiersIn = (file) => [...readFileSync(file, 'utf8').matchAll(LEADS_TO)].map(([, specifier]) => specifier)

/** What the other packages ask of core by its entry point for them. */
const askedOfCore = (folders) =>
  new Set(
    folders
      .flatMap(typesIn)
      .flatMap(specifiersIn)
      .flatMap((specifier) => /^@forgefold\/core\/internal\/(.+)$/.exec(specifier)?.[1] ?? []),
  )

/** Takes an assembled package with its manifest, and the folders of those that are published with it. */
export const keepReachableTypes = (folder, others) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const asked = askedOfCore(others)
  const roots = Object.values(exports).flatMap(({ types }) =>
    types.includes('*') ? [...asked].map((name) => types.replace('*', name)) : [types],
  )
  const reached = new Set()
  const next = roots.map((types) => join(folder, types))
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file) || !existsSync(file)) continue
    reached.add(file)
    for (const specifier of specifiersIn(file))
      if (specifier.startsWith('.')) next.push(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')))
  }
  for (const file of typesIn(folder)) if (!reached.has(file)) rmSync(file)
}
