/**
 * Loads files of the bundle that lies beside this one. Each is compiled from the code cache next to it; where there is none, or one of another
 * Node, it is compiled from its source.
 */
'use strict'

const { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { runInThisContext, Script } = require('node:vm')
const { threadId } = require('node:worker_threads')

/** Of this edition of the bundle, and of this Node: a code cache is told from another by the length of the text alone. */
const CACHE = `.EDITION-${process.version}-${process.arch}.cache`

const outside = createRequire(__filename)
const loaded = new Map()

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname, importOutside) {', 'latin1')
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

const compiled = (text, file, cache) => new Script(text, { filename: file, cachedData: codeIn(cache) })

/** A runner of tests may load this file into a realm of its own, whose arrays are not those of the main one: there the text is run as it is. */
const isMainRealm = runInThisContext('Object') === Object

// biome-ignore lint/security/noGlobalEval: it compiles in the realm of this file, which a script cannot name
const runnable = (script, text) => (isMainRealm ? script.runInThisContext() : globalThis.eval(text))

/** Parts of Node that no start needs: each is loaded when something of it is first taken. */
const LATER = new Set(['node:http', 'node:zlib', 'node:child_process', 'node:net', 'assert'])

const later = (id) =>
  new Proxy(() => undefined, {
    get: (_, name) => outside(id)[name],
    apply: (_, self, given) => Reflect.apply(outside(id), self, given),
  })

/** Node imports nothing for a script that comes from a code cache, and warns where it does for another: the files of the bundle ask this one. */
const importOutside = (id) => import(id)

const requireInside = (id) => {
  if (id.startsWith('./')) return load(id.slice(2))
  return LATER.has(id) ? later(id) : outside(id)
}

const load = (name) => {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const file = join(__dirname, name)
  const cache = file + CACHE
  const text = functionIn(file)
  const script = compiled(text, file, cache)
  const module = { exports: Object.create(null) }
  loaded.set(name, { bytes: text.length, cache, module, script })
  try {
    runnable(script, text).call(module.exports, module.exports, requireInside, module, file, __dirname, importOutside)
  } catch (error) {
    // What could not be loaded, such as for a package that is not installed, is not kept half done: the next attempt fails as this one did.
    loaded.delete(name)
    throw error
  }
  return module.exports
}

exports.load = load

/** In one step, since several processes may do so at once. */
const keep = (cache, script) => {
  const beside = `${cache}.${process.pid}-${threadId}`
  try {
    writeFileSync(beside, script.createCachedData())
    renameSync(beside, cache)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** Writes the code caches that are missing or no good here: with all functions that this process has needed until now. */
exports.keepCode = () => {
  for (const { cache, script } of loaded.values()) if (script.cachedDataRejected !== false) keep(cache, script)
}

let isKeptAtExit = false

/** Does so when the process ends, where the folder can be written to: the next one then starts faster. */
exports.keepCodeAtExit = () => {
  if (isKeptAtExit || !isMainRealm || process.env.NODE_DISABLE_COMPILE_CACHE) return
  isKeptAtExit = true
  process.once('exit', () => {
    try {
      exports.keepCode()
    } catch {
      // Nobody may write there: the next process compiles the text anew.
    }
  })
}

/** The files that were run until now, each with the length of its text in bytes. */
exports.run = () => Object.fromEntries([...loaded].map(([name, { bytes }]) => [name, bytes]))

/** The files whose code cache was not good for this Node. */
exports.rejected = () => [...loaded].flatMap(([name, { script }]) => (script.cachedDataRejected ? [name] : []))
