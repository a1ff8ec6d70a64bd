/**
 * The entry point for tests, which loads what it shows from the bundle: text that is compiled once for all processes, where a package's modules are
 * compiled anew by each, and every file of tests is a process.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as testing from '../../server/dist/testing/index.js'

const names = Object.keys(testing).filter((name) => name !== 'startForge')

const ENTRY = `import { createRequire } from 'node:module'

const bundle = createRequire(import.meta.url)('../bundle/load.cjs')
const testing = bundle.load('testing.js')

export const { ${names.join(', ')} } = testing

export const startForge = (options) => {
  bundle.keepCodeAtExit()
  return testing.startForge(options)
}
`

/** Writes it into the assembled server. */
export const writeForgeForTests = (server) => writeFileSync(join(server, 'dist/testing/index.js'), ENTRY)
