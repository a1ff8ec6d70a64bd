import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The request as the native server passes it; it is valid only until its handler returns. */
export interface NativeRequest {
  readonly getUrl: () => string
  readonly getQuery: () => string | undefined
  readonly getMethod: () => string
  readonly forEach: (each: (name: string, value: string) => void) => void
}

/** The native side of a response: valid until it is ended or aborted. */
export interface NativeResponse {
  readonly pause: () => void
  readonly resume: () => void
  readonly writeStatus: (status: string) => void
  readonly writeHeader: (name: string, value: string) => void
  readonly write: (chunk: Uint8Array) => boolean
  readonly tryEnd: (chunk: string | Uint8Array, total: number) => [ok: boolean, done: boolean]
  readonly getWriteOffset: () => number
  readonly onWritable: (handler: (offset: number) => boolean) => void
  readonly end: (body?: string | Uint8Array, close?: boolean) => void
  readonly endWithoutBody: () => void
  readonly close: () => void
  readonly onAborted: (handler: () => void) => void
  readonly onData: (handler: (chunk: ArrayBuffer, isLast: boolean) => void) => void
  readonly getRemoteAddress: () => ArrayBuffer
  readonly cork: (write: () => void) => void
}

interface NativeApp {
  readonly any: (pattern: string, handler: (response: NativeResponse, request: NativeRequest) => void) => NativeApp
  readonly listen: (host: string, port: number, options: number, done: (socket: object | false) => void) => NativeApp
}

/** The native server's own functions. */
export interface NativeServer {
  readonly App: () => NativeApp
  readonly us_listen_socket_close: (socket: object) => void
  readonly us_socket_local_port: (socket: object) => number
  /** An option of `listen`: the port is not shared. */
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number
}

export type Binding =
  | { readonly kind: 'there'; readonly server: NativeServer }
  | { readonly kind: 'missing'; readonly why: string }

const require = createRequire(import.meta.url)

const folderOfPackage = (): string | undefined => {
  try {
    return dirname(require.resolve('uWebSockets.js/package.json'))
  } catch {
    return undefined
  }
}

const load = (): Binding => {
  const missing = (why: string): Binding => ({ kind: 'missing', why })
  const folder = folderOfPackage()
  if (folder === undefined) return missing('uWebSockets.js is not installed')
  const name = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
  const file = [join(folder, 'binaries', name), join(folder, name)].find((path) => existsSync(path))
  if (file === undefined)
    return missing(
      `uWebSockets.js has no binary for ${process.platform}, ${process.arch}, Node ${process.versions.node}`,
    )
  try {
    return { kind: 'there', server: require(file) as NativeServer }
  } catch (error) {
    return missing(`its binary does not load here: ${error instanceof Error ? error.message : String(error)}`)
  }
}

let known: Binding | undefined

/**
 * The native server, if a binary for this platform and ABI exists and loads.
 *
 * The package's own entry point is never loaded: without a binary it falls back to an imitation in JavaScript that fails on ordinary requests.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { uwsBinding } from '@forgefold/server'
 *
 * const binding = uwsBinding()
 * assert.ok(binding.kind === 'there' || binding.why !== '')
 */
export const uwsBinding = (): Binding => {
  known ??= load()
  return known
}
