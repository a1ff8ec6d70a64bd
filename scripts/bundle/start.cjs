#!/usr/bin/env node
/**
 * Starts the bundle that lies beside this file. Each of its files is compiled from the code cache next to it; where there is none, or one
 * of another Node, it is compiled from its source.
 */
'use strict'

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { constants, Script } = require('node:vm')

const outside = createRequire(__filename)
const loaded = new Map()

const compiled = (file, cache) =>
  new Script(
    // The bundle is ASCII: read so, its text takes one byte a character.
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`,
    {
      filename: file,
      ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  )

const requireInside = (id) => (id.startsWith('./') ? load(id.slice(2)) : outside(id))

const load = (name) => {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const file = join(__dirname, name)
  const cache = `${file}.cache`
  const script = compiled(file, cache)
  const module = { exports: {} }
  loaded.set(name, { cache, module, script })
  script.runInThisContext().call(module.exports, module.exports, requireInside, module, file, __dirname)
  return module.exports
}

/** Writes the code caches anew: with all functions that this process has needed until now. */
exports.keepCode = () => {
  for (const { cache, script } of loaded.values()) {
    writeFileSync(`${cache}.new`, script.createCachedData())
    renameSync(`${cache}.new`, cache)
  }
}

/** The files whose code cache was not good for this Node. */
exports.rejected = () => [...loaded].flatMap(([name, { script }]) => (script.cachedDataRejected ? [name] : []))

load('cli.js')
