/**
 * The entry points of the server, which load what they show from the bundle: text that is compiled once for all processes, where a package's modules
 * are compiled anew by each. A process that uses both has one copy of the code.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as server from '../../server/dist/index.js'
import * as testing from '../../server/dist/testing/index.js'

/** Each keeps the code that its process needed once one of its `starters` was called. */
const ENTRIES = [
  {
    file: 'index.js',
    bundle: './bundle',
    program: 'server.js',
    all: server,
    starters: ['createForge', 'createForgefold'],
  },
  { file: 'testing/index.js', bundle: '../bundle', program: 'testing.js', all: testing, starters: ['startForge'] },
]

const entryText = ({ bundle, program, all, starters }) => `import { createRequire } from 'node:module'

const bundle = createRequire(import.meta.url)('${bundle}/load.cjs')
const all = bundle.load('${program}')

export const { ${Object.keys(all)
  .filter((name) => !starters.includes(name))
  .join(', ')} } = all

const keepingCode = (start) => (options) => {
  bundle.keepCodeAtExit()
  return start(options)
}

${starters.map((name) => `export const ${name} = keepingCode(all.${name})`).join('\n')}
`

/** Whole programs, and bundles of their own. */
const APART = /^(?:bundle|site)\/|^forgefold-verify\.js$/

/** Writes them into the assembled server, and removes the modules behind them. */
export const writeEntriesOfBundle = (folder) => {
  const dist = join(folder, 'dist')
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.js') && !APART.test(path)) rmSync(join(dist, path))
  for (const entry of ENTRIES) writeFileSync(join(dist, entry.file), entryText(entry))
}
