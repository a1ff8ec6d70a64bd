import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SeedBuilder } from './builder.js'
import { checkSeed } from './check-seed.js'
import type { SeedDocument } from './document.js'
import { seedSchema } from './schema.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'

/** A seed: a YAML or JSON file, a document, or a builder. */
export type Seed = string | SeedDocument | SeedBuilder

/** A document that satisfies the schema, and the positions of its parts in the file. */
export interface ReadSeed {
  readonly document: SeedDocument
  /** `team.yaml:12`; undefined if it came from no file. */
  readonly placeOf: (path: SeedPath) => string | undefined
  /** The folder that relative paths in it start from. */
  readonly folder: string
}

const checked = (document: unknown, folder: string, placeOf: ReadSeed['placeOf']): ReadSeed => {
  try {
    checkSeed(document, seedSchema)
  } catch (error) {
    const place = error instanceof SeedRefused ? placeOf(error.path) : undefined
    throw place === undefined || !(error instanceof SeedRefused) ? error : error.at(place)
  }
  return { document: document as SeedDocument, placeOf, folder }
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no seed file ${file}`) : error
  })

/** JSON is YAML, so one parser gives the line numbers of both. */
const readFileSeed = async (file: string): Promise<ReadSeed> => {
  const { isCollection, isPair, LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const parsed = parseDocument(await textOf(file), { lineCounter: lines })
  const [wrong] = parsed.errors
  if (wrong !== undefined) throw new Error(`${file}:${wrong.linePos?.[0].line ?? 1}: ${wrong.message.split('\n')[0]}`)
  const offsetOf = (path: SeedPath): number => {
    let at: unknown = parsed.contents
    let offset = 0
    for (const part of path) {
      if (!isCollection(at)) break
      const pair = at.items.find((item) => isPair(item) && String(item.key) === String(part))
      const key = isPair(pair) ? pair.key : undefined
      const value = at.get(part, true)
      const range =
        (key as { range?: [number, number, number] } | undefined)?.range ??
        (value as { range?: [number, number, number] } | undefined)?.range
      if (range !== undefined && range !== null) offset = range[0]
      at = value
    }
    return offset
  }
  const lineOf = (path: SeedPath): number => lines.linePos(offsetOf(path)).line
  return checked(parsed.toJS() ?? {}, dirname(resolve(file)), (path) => `${file}:${lineOf(path)}`)
}

/**
 * Reads a seed and validates it. Throws `SeedRefused` with the line of the first error.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { readSeed } from '@forgefold/testing'
 *
 * const { document } = await readSeed({ users: { jane: {} } })
 * assert.deepEqual(Object.keys(document.users), ['jane'])
 * await assert.rejects(readSeed({ user: {} }), /user/)
 */
export const readSeed = async (seed: Seed): Promise<ReadSeed> => {
  if (typeof seed === 'string') return readFileSeed(seed)
  return checked(seed instanceof SeedBuilder ? seed.document : seed, process.cwd(), () => undefined)
}
