import { createRequire } from 'node:module'
import { CiReference } from '@forgefold/core/domains/delivery/pipeline'
import type { Document, LineCounter } from 'yaml'
import { isDeeperThan } from './depth.js'
import { firstError } from './first-error.js'

/** Loaded with the first CI file. */
const yamlLibrary = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/** The most YAML aliases of a file, against alias bombs. */
const MAX_ALIASES = 100
/**
 * Levels of collections. The library goes down by recursion, and Node.js ends the process where an expression is compiled at the end of the
 * stack: deeper files are refused before they are parsed.
 */
const DEEPEST = 100
/** In bytes. */
const MAX_BYTES = 512 * 1024

const SEVERAL = 'Source contains multiple documents; please use YAML.parseAllDocuments()'

/** A CI file as plain data, or the parser's message about an invalid one. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string }

const wrong = (error: string): Parsed => ({ ok: false, error })

/** A reference to what a list of keys leads to. */
const referenceOf = (list: unknown): CiReference => {
  const { isScalar, isSeq } = yamlLibrary()
  const items = isSeq(list) ? list.items : []
  return new CiReference(items.map((item) => (isScalar(item) ? String(item.value) : '')))
}

/** The first document of a file, and its errors. Undefined if it is nested too deeply. */
const compose = (text: string, lineCounter: LineCounter): Document.Parsed | undefined => {
  const { Composer, Parser, Scalar, YAMLParseError } = yamlLibrary()
  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)]
  if (isDeeperThan(DEEPEST, tokens)) return undefined
  // The library's own check for unique keys takes quadratic time.
  const composer = new Composer({
    merge: true,
    uniqueKeys: false,
    logLevel: 'error',
    customTags: [{ tag: '!reference', collection: 'seq', resolve: (node) => new Scalar(referenceOf(node)) }],
  })
  const [document, another] = composer.compose(tokens, true, text.length)
  if (another !== undefined)
    document?.errors.push(new YAMLParseError([another.range[0], another.range[1]], 'MULTIPLE_DOCS', SEVERAL))
  return document
}

/** `:script:` is the key `script`, as the documented API writes keys itself; in quotes the colon is part of the key. */
const unmarkKeys = (document: Document): void => {
  const { isScalar, visit } = yamlLibrary()
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar<unknown>(key) && key.type === 'PLAIN' && typeof key.value === 'string' && /^:./.test(key.value))
        key.value = key.value.slice(1)
    },
  })
}

const read = (text: string): Parsed => {
  const lineCounter = new (yamlLibrary().LineCounter)()
  const document = compose(text, lineCounter)
  if (document === undefined) return wrong('the file is nested too deeply')
  unmarkKeys(document)
  const [error] = document.errors
  const found = error === undefined ? firstError(document) : { message: error.message, at: error.pos[0] }
  if (found !== undefined) {
    const { line, col } = lineCounter.linePos(found.at)
    return wrong(`${found.message} at line ${line}, column ${col}:`)
  }
  return { ok: true, value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown }
}

/**
 * Reads a CI file with the `yaml` library: YAML 1.1 booleans stay words, merge keys and anchors work. A file that is too large is refused.
 *
 * @example
 * assert.deepEqual(parseCiFile('job: { script: make }').value, { job: { script: 'make' } })
 */
export const parseCiFile = (yaml: string | Uint8Array): Parsed => {
  if (yaml.length > MAX_BYTES) return wrong(`the file is larger than ${MAX_BYTES / 1024} KiB`)
  try {
    return read(typeof yaml === 'string' ? yaml : new TextDecoder().decode(yaml))
  } catch (failure) {
    return wrong(failure instanceof Error ? failure.message : 'the file is not YAML')
  }
}

/** Keys as the documented API writes them: `:script:`. */
const withMarkedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMarkedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`:${key}`, withMarkedKeys(inner)]))
}

/**
 * Plain data as the documented API shows a CI file.
 *
 * @example
 * assert.equal(ciYaml({ ':job': { ':script': 'make' } }).startsWith('---\n'), true)
 */
export const ciYaml = (file: unknown): string =>
  `---\n${yamlLibrary().stringify(withMarkedKeys(file), { lineWidth: 0, indentSeq: false })}`
