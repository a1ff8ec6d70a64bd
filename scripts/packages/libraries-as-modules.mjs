/** Of fp-ts and io-ts only what is used gets into a joined file, which their CommonJS builds do not allow. */
import { join } from 'node:path'
import { ROOT } from '../workspace.mjs'

const library = (path) => join(ROOT, 'node_modules', path)

export const librariesAsModules = {
  name: 'libraries as ES modules',
  resolveId: (id) => {
    if (id === 'io-ts') return library('io-ts/es6/index.js')
    const part = /^fp-ts\/lib\/(\w+)(?:\.js)?$/.exec(id)?.[1]
    return part === undefined ? null : library(`fp-ts/es6/${part}.js`)
  },
}
