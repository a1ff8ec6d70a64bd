import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SeedBuilder } from './builder.js'
import { checkSeed } from './check-seed.js'
import type { SeedDocument } from './document.js'
import { seedSchema } from './schema.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'
import { readYamlFile } from './yaml-file.js'

/** A seed: the path of a YAML or JSON file or its URL, a document, or a builder. */
export type Seed = string | URL | SeedDocument | SeedBuilder

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

const readFileSeed = async (file: string): Promise<ReadSeed> => {
  const { value, lineOf } = await readYamlFile(file)
  return checked(value, dirname(resolve(file)), (path) => `${file}:${lineOf(path)}`)
}

const fileOf = (url: URL): string => {
  if (url.protocol !== 'file:') throw new RangeError(`a seed is read from a file, not from ${url.protocol}`)
  return fileURLToPath(url)
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
  if (seed instanceof URL) return readFileSeed(fileOf(seed))
  return checked(seed instanceof SeedBuilder ? seed.document : seed, process.cwd(), () => undefined)
}
