#!/usr/bin/env node
/**
 * Starts the bundle that lies beside this file. Each of its files is compiled from the code cache next to it; where there is none, or one
 * of another Node, it is compiled from its source.
 */
'use strict'

const { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { constants, Script } = require('node:vm')

const outside = createRequire(__filename)
const loaded = new Map()

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {', 'latin1')
const END = Buffer.from('\n})', 'latin1')

/** The text of a file as the function that a module is. Put together before it is a string: a joined one would be kept twice. */
const functionIn = (file) => {
  const opened = openSync(file)
  try {
    const { size } = fstatSync(opened)
    const bytes = Buffer.allocUnsafeSlow(HEAD.length + size + END.length)
    HEAD.copy(bytes)
    for (let read = 0; read < size; ) {
      const more = readSync(opened, bytes, HEAD.length + read, size - read)
      if (more === 0) throw new Error(`${file} ends too soon`)
      read += more
    }
    END.copy(bytes, HEAD.length + size)
    // The bundle is ASCII: read so, its text takes one byte a character.
    return bytes.latin1Slice()
  } finally {
    closeSync(opened)
  }
}

const codeIn = (cache) => {
  try {
    return readFileSync(cache)
  } catch {
    return undefined
  }
}

const compiled = (text, file, cache) =>
  new Script(text, {
    filename: file,
    cachedData: codeIn(cache),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })

/** Parts of Node that no start needs: each is loaded when something of it is first taken. */
const LATER = new Set(['node:http', 'node:zlib', 'node:child_process', 'node:net', 'assert'])

const later = (id) =>
  new Proxy(() => undefined, {
    get: (_, name) => outside(id)[name],
    apply: (_, self, given) => Reflect.apply(outside(id), self, given),
  })

const requireInside = (id) => {
  if (id.startsWith('./')) return load(id.slice(2))
  return LATER.has(id) ? later(id) : outside(id)
}

const load = (name) => {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const file = join(__dirname, name)
  const cache = `${file}.cache`
  const text = functionIn(file)
  const script = compiled(text, file, cache)
  const module = { exports: {} }
  loaded.set(name, { bytes: text.length, cache, module, script })
  script.runInThisContext().call(module.exports, module.exports, requireInside, module, file, __dirname)
  return module.exports
}

/** Writes the code caches that are missing or no good here: with all functions that this process has needed until now. */
exports.keepCode = () => {
  for (const { cache, script } of loaded.values()) {
    if (script.cachedDataRejected === false) continue
    writeFileSync(`${cache}.new`, script.createCachedData())
    renameSync(`${cache}.new`, cache)
  }
}

/** The files that were run until now, each with the length of its text in bytes. */
exports.run = () => Object.fromEntries([...loaded].map(([name, { bytes }]) => [name, bytes]))

/** The files whose code cache was not good for this Node. */
exports.rejected = () => [...loaded].flatMap(([name, { script }]) => (script.cachedDataRejected ? [name] : []))

load('cli.js')
