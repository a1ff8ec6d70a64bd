import { createRequire } from 'node:module'
import type { Document } from 'yaml'
import { duplicateKey } from './duplicate-key.js'

/** Loaded with the first CI file. */
const yamlLibrary = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/** More aliases than this in one file is an attack, not a pipeline. */
const MOST_ALIASES = 100
/** In bytes. */
const LARGEST = 512 * 1024

/** A CI file as plain data, or the parser's sentence about one that cannot be read. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string }

const wrong = (error: string): Parsed => ({ ok: false, error })

const read = (text: string): Parsed => {
  const { LineCounter, parseDocument } = yamlLibrary()
  const lineCounter = new LineCounter()
  // Pretty errors and unique keys of the library take the square of what they look at.
  const document: Document = parseDocument(text, {
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
    lineCounter,
    customTags: [{ tag: '!reference', collection: 'seq', resolve: (node) => node }],
  })
  const [error] = document.errors
  if (error?.code === 'RESOURCE_EXHAUSTION') return wrong('the file is nested too deeply')
  const found = error === undefined ? duplicateKey(document) : { message: error.message, at: error.pos[0] }
  if (found !== undefined) {
    const { line, col } = lineCounter.linePos(found.at)
    return wrong(`${found.message} at line ${line}, column ${col}:`)
  }
  return { ok: true, value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown }
}

/** Reads a CI file with the `yaml` library: YAML 1.1 booleans stay words, merge keys and anchors work. A file that is too large is refused. */
export const parseCiFile = (yaml: string | Uint8Array): Parsed => {
  if (yaml.length > LARGEST) return wrong(`the file is larger than ${LARGEST / 1024} KiB`)
  try {
    return read(typeof yaml === 'string' ? yaml : new TextDecoder().decode(yaml))
  } catch (failure) {
    return wrong(failure instanceof Error ? failure.message : 'the file is not YAML')
  }
}
