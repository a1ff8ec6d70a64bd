/**
 * Domains of core add to the interfaces of ports beside the code that needs the addition. Whoever sees such an interface sees all of it, so
 * the types that are added to lead to every addition, whatever else was imported.
 */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const AUGMENTED = /^declare module '(\.[^']+)'/gm

/** Takes the folder of the assembled code of core. */
export const declareAugmentations = (dist) => {
  const adding = new Set()
  const addedTo = new Set()
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue
    for (const [, target] of readFileSync(join(dist, path), 'utf8').matchAll(AUGMENTED)) {
      adding.add(path)
      addedTo.add(join(dirname(path), target.replace(/\.js$/, '.d.ts')))
    }
  }
  const lines = [...adding].sort().map((path) => `import './${path.replace(/\.d\.ts$/, '.js')}'\n`)
  writeFileSync(join(dist, 'augmentations.d.ts'), `${lines.join('')}export {}\n`)
  writeFileSync(join(dist, 'augmentations.js'), 'export {}\n')
  for (const path of addedTo) {
    const up = relative(dirname(path), '.')
    appendFileSync(join(dist, path), `import '${up === '' ? '.' : up}/augmentations.js'\n`)
  }
}
