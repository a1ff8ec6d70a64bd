/** Of fp-ts and io-ts only what is used gets into a joined file, which their CommonJS builds do not allow. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

const library = (path) => join(ROOT, 'node_modules', path)

const MODULES = { filter: { id: /node_modules\/(?:io|fp)-ts\/es6\/.*\.js$/ } }

/**
 * Says of what their modules call while they load that it has no effect: their classes are functions that are called at once, and their
 * codecs are instances. Without that a bundler keeps all of them. (Angular's build optimizer marks the classes of its libraries in the same way.)
 */
const asPure = (text) =>
  text
    .replaceAll('/** @class */ (function', '/* @__PURE__ */ (function')
    .replace(/^((?:export )?var \w+ =) (new \w+\(|brand\(|refinement\(|dual\()/gm, '$1 /* @__PURE__ */ $2')

export const librariesAsModules = {
  name: 'libraries as ES modules',
  resolveId: (id) => {
    if (id === 'io-ts') return library('io-ts/es6/index.js')
    const part = /^fp-ts\/lib\/(\w+)(?:\.js)?$/.exec(id)?.[1]
    return part === undefined ? null : library(`fp-ts/es6/${part}.js`)
  },
  load: { ...MODULES, handler: (id) => ({ code: asPure(readFileSync(id, 'utf8')) }) },
}
