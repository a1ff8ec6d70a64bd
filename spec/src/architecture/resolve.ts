import { posix } from 'node:path'
import type { Workspace } from './workspace.js'

const WORKSPACE = /^@forgefold\/([a-z]+)(?:\/(.+))?$/

/** The file in this workspace that an import reaches; undefined for a library or a file that does not exist. */
export const resolve = (workspace: Workspace, from: string, specifier: string): string | undefined => {
  const own = WORKSPACE.exec(specifier)
  const path =
    own !== null
      ? `${own[1]}/src/${own[2] === undefined ? '' : `${own[2]}/`}index.ts`
      : specifier.startsWith('.')
        ? posix.join(posix.dirname(from), specifier.replace(/\.js$/, '.ts'))
        : undefined
  return path !== undefined && workspace.files.has(path) ? path : undefined
}

/** The package name of a bare import: `fp-ts` of `fp-ts/lib/Either.js`, `node:fs` as it is. */
export const libraryOf = (specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return undefined
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
