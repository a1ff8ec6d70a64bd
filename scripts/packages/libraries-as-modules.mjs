/** Of fp-ts and io-ts only what is used gets into a joined file, which their CommonJS builds do not allow. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { withPureCalls } from './calls-while-loading.mjs'

const library = (path) => join(ROOT, 'node_modules', path)

const MODULES = { filter: { id: /node_modules\/(?:io|fp)-ts\/es6\/.*\.js$/ } }

/** What TypeScript wrote for engines that know no prototypes of classes is a twentieth of what an aggregate takes in a browser. */
const FOR_OLD_ENGINES = /^var __extends = [\s\S]*?^\}\)\(\);\nvar __assign = [\s\S]*?^\};\n/m

const FOR_TODAY = `var __extends = (derived, base) => {
  Object.setPrototypeOf(derived, base)
  derived.prototype = Object.create(base.prototype, { constructor: { value: derived, writable: true, configurable: true } })
}
var __assign = Object.assign
`

const codeOf = (id) => withPureCalls(readFileSync(id, 'utf8').replace(FOR_OLD_ENGINES, FOR_TODAY))

export const librariesAsModules = {
  name: 'libraries as ES modules',
  resolveId: (id) => {
    if (id === 'io-ts') return library('io-ts/es6/index.js')
    const part = /^fp-ts\/lib\/(\w+)(?:\.js)?$/.exec(id)?.[1]
    return part === undefined ? null : library(`fp-ts/es6/${part}.js`)
  },
  load: { ...MODULES, handler: (id) => ({ code: codeOf(id) }) },
}
