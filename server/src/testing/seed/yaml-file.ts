import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Alias, Document, Node } from 'yaml'
import { shown } from '../../embedding/known-names.js'
import type { SeedPath } from './seed-refused.js'

type Yaml = typeof import('yaml')

/** A parsed file, and the line of each of its parts. */
export interface YamlFile {
  readonly value: unknown
  readonly lineOf: (path: SeedPath) => number
}

/** A path that no sentence could hold is in quotes: an empty one, or a document in place of its path. */
const named = (file: string): string => (/^\S+$/.test(file) ? file : shown(file))

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`the seed file ${file} cannot be read: ${error.message}`)
    throw new Error(`there is no seed file ${named(file)}${isAbsolute(file) ? '' : ` in ${process.cwd()}`}`)
  })

/** Messages about what has a beginning and no end. */
const UNCLOSED = /^Missing closing|and end with a [}\]]/

/** Where the innermost text in quotes or flow collection that covers an offset begins: an unclosed one is noticed at its end only. */
const openedBefore = ({ visit, isNode }: Yaml, document: Document, offset: number): number => {
  let found = offset
  const isOpened = (node: Node): boolean =>
    /^(QUOTE|flow)/i.test(String((node as { readonly type?: unknown }).type)) ||
    (node as { readonly flow?: boolean }).flow === true
  visit(document, (_, node) => {
    const [start, end] = (isNode(node) ? node.range : undefined) ?? [offset, 0]
    if (start < offset && end >= offset && isNode(node) && isOpened(node)) found = start
  })
  return found
}

const SENTENCES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'A seed is one document, and another one begins here',
}

/** The first error of a document, with its offset; undefined where there is none. */
const errorIn = (
  yaml: Yaml,
  document: Document,
): { readonly offset: number; readonly sentence: string } | undefined => {
  const [wrong] = document.errors
  if (wrong !== undefined) {
    const [at] = wrong.pos
    const offset = UNCLOSED.test(wrong.message) ? openedBefore(yaml, document, at) : at
    return {
      offset,
      sentence: SENTENCES[wrong.code] ?? wrong.message.replace(/ at line \d+, column \d+:?[\s\S]*$/, ''),
    }
  }
  let unresolved: Alias | undefined
  yaml.visit(document, {
    Alias: (_, node) => {
      if (node.resolve(document) === undefined) unresolved ??= node
    },
  })
  if (unresolved === undefined) return undefined
  return { offset: unresolved.range?.[0] ?? 0, sentence: `there is no anchor ${unresolved.source} before this alias` }
}

/** Reads a file; JSON is YAML, so one parser gives the lines of both. Rejects with `FILE:LINE:` before the first error. */
export const readYamlFile = async (file: string): Promise<YamlFile> => {
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const parsed = yaml.parseDocument(await textOf(file), { lineCounter: lines })
  const wrong = errorIn(yaml, parsed)
  if (wrong !== undefined) throw new Error(`${file}:${lines.linePos(wrong.offset).line}: ${wrong.sentence}`)
  const offsetOf = (path: SeedPath): number => {
    let at: unknown = parsed.contents
    let offset = 0
    for (const part of path) {
      if (!yaml.isCollection(at)) break
      const pair = at.items.find((item) => yaml.isPair(item) && String(item.key) === String(part))
      const key = yaml.isPair(pair) ? pair.key : undefined
      const value = at.get(part, true)
      const range =
        (key as { range?: [number, number, number] } | undefined)?.range ??
        (value as { range?: [number, number, number] } | undefined)?.range
      if (range !== undefined && range !== null) offset = range[0]
      at = value
    }
    return offset
  }
  try {
    return { value: parsed.toJS() ?? {}, lineOf: (path) => lines.linePos(offsetOf(path)).line }
  } catch (error) {
    // More aliases than any seed has would take all memory.
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
