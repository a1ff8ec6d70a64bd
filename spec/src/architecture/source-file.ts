import { type Expression, type ParseResult, parseSync, Visitor } from 'oxc-parser'

/** One import or re-export, also of types only, also `import('…')`. */
export interface ImportEdge {
  readonly specifier: string
  readonly line: number
}

/** A use of something that answers differently each time, or reaches outside. */
export interface Impurity {
  readonly name: string
  readonly line: number
}

/** A question to the read model: `read.users.byId(…)` asks `users`, and so does `const { users } = forge.read`. */
export interface QueryUse {
  readonly queries: string
  readonly line: number
}

/** A comment without its marks. */
export interface Comment {
  readonly text: string
  readonly line: number
}

/** A name that comes from another file: imported, or exported again; `*` stands for all of its names. */
export interface NameUse {
  readonly specifier: string
  readonly name: string
  /** Under which name the file exports it again: `*` for `export *`; undefined where it only imports it. */
  readonly exportedAs?: string | undefined
}

/** A name that a file declares and exports. */
export interface OwnExport {
  readonly name: string
  readonly line: number
}

/** What the rules want to know of one TypeScript file. */
export interface SourceFile {
  readonly path: string
  readonly imports: ReadonlyArray<ImportEdge>
  readonly impurities: ReadonlyArray<Impurity>
  readonly queryUses: ReadonlyArray<QueryUse>
  readonly comments: ReadonlyArray<Comment>
  readonly nameUses: ReadonlyArray<NameUse>
  readonly ownExports: ReadonlyArray<OwnExport>
}

const OUTSIDE = new Set(['process', 'console', 'globalThis', 'performance', 'crypto'])
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'fetch'])
const CHANGING = new Set(['Date.now', 'Math.random'])

const lineCounter = (text: string): ((offset: number) => number) => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let line = starts.length
    while (line > 1 && (starts[line - 1] ?? 0) > offset) line -= 1
    return line
  }
}

const staticEdges = (parsed: ParseResult, text: string, lineAt: (offset: number) => number): Array<ImportEdge> => {
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const edges = staticImports.map(({ moduleRequest, start }) => ({
    specifier: moduleRequest.value,
    line: lineAt(start),
  }))
  for (const { entries, start } of staticExports) {
    const from = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest
    if (from) edges.push({ specifier: from.value, line: lineAt(start) })
  }
  for (const { moduleRequest, start } of dynamicImports) {
    const literal = /^['"`]([^$]*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[1] !== undefined) edges.push({ specifier: literal[1], line: lineAt(start) })
  }
  return edges
}

/** Which names come from other files. */
const namesUsed = ({ module: { staticImports, staticExports } }: ParseResult): Array<NameUse> => [
  ...staticImports.flatMap(({ moduleRequest: { value: specifier }, entries }) =>
    entries.map(({ importName }) => ({ specifier, name: importName.name ?? '*' })),
  ),
  ...staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest === null
        ? []
        : [{ specifier: moduleRequest.value, name: importName.name ?? '*', exportedAs: exportName.name ?? '*' }],
    ),
  ),
]

const ownExportsOf = (
  { module: { staticExports } }: ParseResult,
  lineAt: (offset: number) => number,
): ReadonlyArray<OwnExport> =>
  staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest === null && exportName.name !== null ? [{ name: exportName.name, line: lineAt(start) }] : [],
    ),
  )

/** `read`, or `….read`: by this name the read model is passed everywhere. */
const isReadModel = (node: Expression): boolean =>
  (node.type === 'Identifier' && node.name === 'read') ||
  (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'read')

/** Reads one file. Throws on a syntax error: the compiler has seen the file before. */
export const parseSource = (path: string, text: string): SourceFile => {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const lineAt = lineCounter(text)
  const imports = staticEdges(parsed, text, lineAt)
  const nameUses = namesUsed(parsed)
  const impurities: Array<Impurity> = []
  const queryUses: Array<QueryUse> = []
  const impure = (name: string, start: number): void => {
    impurities.push({ name, line: lineAt(start) })
  }
  new Visitor({
    TSImportType: (node) => {
      imports.push({ specifier: node.source.value, line: lineAt(node.start) })
      nameUses.push({ specifier: node.source.value, name: '*' })
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        nameUses.push({ specifier: node.source.value, name: '*' })
    },
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier' && !node.computed && isReadModel(node.object))
        queryUses.push({ queries: node.property.name, line: lineAt(node.start) })
      if (node.object.type !== 'Identifier') return
      const property = node.property.type === 'Identifier' ? node.property.name : ''
      const name = `${node.object.name}.${property}`
      if (CHANGING.has(name) || OUTSIDE.has(node.object.name)) impure(name, node.start)
    },
    VariableDeclarator: (node) => {
      if (node.init === null || !isReadModel(node.init) || node.id.type !== 'ObjectPattern') return
      for (const property of node.id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          queryUses.push({ queries: property.key.name, line: lineAt(property.start) })
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        impure('new Date()', node.start)
    },
    CallExpression: (node) => {
      if (node.callee.type !== 'Identifier') return
      if (TIMERS.has(node.callee.name) || node.callee.name === 'Date') impure(`${node.callee.name}()`, node.start)
    },
  }).visit(parsed.program)
  const comments = parsed.comments.map(({ value, start }) => ({ text: value, line: lineAt(start) }))
  return { path, imports, impurities, queryUses, comments, nameUses, ownExports: ownExportsOf(parsed, lineAt) }
}
