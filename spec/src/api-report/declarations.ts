import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** A name that a built file exports. */
export interface Declared {
  /** Its declaration, without comments. */
  readonly words: string
  /** What is written of it: the docstring, without its frame; empty where it has none. */
  readonly doc: string
}

/** What each name that a built file exports is declared as. */
type Described = ReadonlyMap<string, Declared>

/** The same without what is written of them. */
export type Declarations = ReadonlyMap<string, string>

/** The file that a specifier leads to; undefined for what lies outside the workspace. */
export type Finder = (from: string, specifier: string) => string | undefined

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

interface Span {
  readonly start: number
  readonly end: number
}

/** A word in the source: an identifier, or a string where one may stand. */
const wordOf = (node: { readonly name?: string } | { readonly value: string }): string =>
  'value' in node ? node.value : (node.name ?? '')

const namesIn = (declaration: Statement): ReadonlyArray<string> => {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

const withoutComments = (text: string, comments: ReadonlyArray<Span>): string => {
  let bare = text
  for (const { start, end } of comments)
    bare = bare.slice(0, start) + bare.slice(start, end).replaceAll(/[^\n]/g, ' ') + bare.slice(end)
  return bare
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')

const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/

/** The docstring that ends a text. */
const docstringAtEnd = (text: string): string => (DOCSTRING.exec(text)?.[1] ?? '').replaceAll(/^ *\* ?/gm, '').trim()

/** What a file declares, exported or not. */
const declaredIn = (body: ReadonlyArray<Statement>, text: string, bare: string): Described =>
  new Map(
    body.flatMap((statement) => {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration === null) return []
      const words = tidy(bare.slice(declaration.start, declaration.end))
      const doc = docstringAtEnd(text.slice(0, statement.start))
      return namesIn(declaration).map((name) => [name, { words, doc }] as const)
    }),
  )

const NOTHING: Declared = { words: '', doc: '' }

/** Reads what a built file exports, followed through the files that it exports again. */
export const declarationsOf = (file: string, find: Finder): Declarations =>
  new Map([...describedDeclarationsOf(file, find)].map(([name, { words }]) => [name, words]))

/** The same, each with its docstring. */
export const describedDeclarationsOf = (file: string, find: Finder): Described => {
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text, { lang: 'dts' })
  const declared = declaredIn(program.body, text, withoutComments(text, comments))
  const through = (specifier: string): Described => {
    const target = find(file, specifier)
    return target === undefined ? new Map() : describedDeclarationsOf(target, find)
  }
  const exportedBy = (statement: Statement): Iterable<readonly [string, Declared]> => {
    if (statement.type === 'ExportAllDeclaration') {
      const { exported, source } = statement
      if (exported === null) return through(source.value)
      return [[wordOf(exported), { words: `every name of ${source.value}`, doc: '' }]]
    }
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration, source, specifiers } = statement
    const own = declaration === null ? [] : namesIn(declaration)
    const behind = source === null ? declared : through(source.value)
    return [
      ...own.map((name) => [name, declared.get(name) ?? NOTHING] as const),
      ...specifiers.map(({ local, exported }) => {
        const ofLibrary = { words: `${wordOf(local)} of a library`, doc: '' }
        return [wordOf(exported), behind.get(wordOf(local)) ?? ofLibrary] as const
      }),
    ]
  }
  return new Map(program.body.flatMap((statement) => [...exportedBy(statement)]))
}
