import type { Forge } from '../../../../app/forge.js'
import type { Variables } from '../ci/expression.js'
import { expandedSource, type FileSource } from '../ci/file-source.js'
import type { CiFileCopy } from '../events.js'
import { MAX_FILE_BYTES } from './find-ci-files.js'
import { type FoundFile, findSource } from './find-source.js'

/** How many files the files of a pipeline may name altogether. */
const MOST_FILES = 150
/** The files of a pipeline together, in bytes. */
const MOST_BYTES = 3 * MAX_FILE_BYTES

const TOO_LARGE = 'The CI files are too large'

/** Whether a text contains an ASCII word. */
export const includesBytes = (text: Uint8Array, word: string): boolean => {
  const [first = 0, ...rest] = [...word].map((letter) => letter.charCodeAt(0))
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1))
    if (rest.every((code, index) => text[at + 1 + index] === code)) return true
  return false
}

/** Files of other hosts, and templates that the instance does not come with, are left out. */
const isLeftOut = (forge: Forge, source: FileSource): boolean => {
  if (typeof source === 'string') return false
  if (source.from !== 'template') return source.from === 'remote'
  return forge.ciFileSources.template(source.name.replace(/\.gitlab-ci\.yml$/, '')) === undefined
}

/**
 * Files, each after those that it names with `include` (docs/reference/behaviour/delivery.md#ci-files); a sentence: why one of these cannot be
 * had. The variables are expanded in the names of files.
 */
export const withIncludes = async (
  forge: Forge,
  first: ReadonlyArray<FoundFile>,
  variables: Variables,
): Promise<ReadonlyArray<Uint8Array> | string> => {
  const found: Array<Uint8Array> = []
  let named = 0
  let size = 0
  const add = async ({ bytes, at }: FoundFile): Promise<string | undefined> => {
    size += bytes.length
    if (size > MOST_BYTES) return TOO_LARGE
    const sources = includesBytes(bytes, 'include') ? await forge.ciPlanner.includes({ includesIn: bytes }) : []
    if (typeof sources === 'string') return sources
    for (const source of sources.map((one) => expandedSource(one, variables))) {
      if (isLeftOut(forge, source)) continue
      named += 1
      if (named > MOST_FILES) return `Maximum of ${MOST_FILES} nested includes are allowed!`
      const file = await findSource(forge, at, source)
      const error = typeof file === 'string' ? file : await add(file)
      if (error !== undefined) return error
    }
    found.push(bytes)
    return undefined
  }
  for (const file of first) {
    const error = await add(file)
    if (error !== undefined) return error
  }
  return found
}

async function* wholly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Keeps copies of CI files. */
export const copied = async (
  { blobs }: Forge,
  files: ReadonlyArray<Uint8Array>,
): Promise<ReadonlyArray<CiFileCopy>> => {
  const copies: Array<CiFileCopy> = []
  for (const file of files) {
    const written = await blobs.put(wholly(file))
    if (written.kind === 'Stored') copies.push({ sha256: written.digest.sha256, size: file.length })
  }
  return copies
}
