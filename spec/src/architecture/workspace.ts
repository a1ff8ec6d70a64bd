import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource, type SourceFile } from './source-file.js'

/** The workspace as the rules see it; paths are relative to its root and use `/`. */
export interface Workspace {
  /** Every file; with its text where a rule may ask for it (sources, documents, package files), else empty. */
  readonly files: ReadonlyMap<string, string>
  /** The TypeScript sources and tests, parsed. */
  readonly sources: ReadonlyMap<string, SourceFile>
}

/** The packages, each with those it may import. */
export const PACKAGES: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ['core', []],
  ['adapters', ['core']],
  ['server', ['core', 'adapters']],
  ['spec', ['core', 'adapters', 'server']],
])

/** The package a path lies in: its first folder. */
export const packageOf = (path: string): string => path.slice(0, path.indexOf('/'))

/** Tests and storms are not held to the size and the entry points of what they test. */
export const isTest = (path: string): boolean => /^spec\/(test|storm)\//.test(path)

const READ = /\.(ts|mjs|cjs|md)$|package(-lock)?\.json$|(^|\/)api\.txt$/
const SKIPPED = new Set(['.git', '.turbo', 'node_modules', 'dist', 'data', 'coverage'])

/** Builds a workspace from texts; tests make small ones by hand. */
export const workspaceOf = (files: ReadonlyMap<string, string>): Workspace => {
  const modules = new Map<string, SourceFile>()
  for (const [path, text] of files) {
    if (/^(core|adapters|server|spec)\/(src|test|storm)\/.*\.ts$/.test(path)) modules.set(path, parseSource(path, text))
  }
  return { files, sources: modules }
}

/** Reads the workspace from disk. */
export const readWorkspace = (root: string): Workspace => {
  const files = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) walk(path)
      } else {
        files.set(path, READ.test(entry.name) ? readFileSync(join(root, path), 'utf8') : '')
      }
    }
  }
  if (!existsSync(join(root, 'package.json'))) throw new Error(`${root} is not the workspace root`)
  walk('')
  return workspaceOf(files)
}
