import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { declarationsOf, type Finder } from './declarations.js'

interface Manifest {
  readonly name: string
  readonly description: string
  readonly exports: Readonly<Record<string, { readonly types: string }>>
}

/** The published packages: their folders in the workspace. */
export const REPORTED = ['core', 'adapters', 'server', 'spec/packages/testing', 'spec/packages/laws'] as const

export const manifestAt = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Where built types lie: those of the laws are built among the rest of `spec`. */
export const builtAt = (folder: string, types: string): string =>
  folder.endsWith('spec/packages/laws') && types.startsWith('./dist/')
    ? join(folder, '../..', types)
    : join(folder, types)

export const finderIn =
  (root: string): Finder =>
  (from, specifier) => {
    if (specifier.startsWith('.')) return join(dirname(from), specifier.replace(/\.js$/, '.d.ts'))
    const [, home, subpath = ''] = /^@forgefold\/(core|adapters|server)(?:\/(.+))?$/.exec(specifier) ?? []
    return home === undefined ? undefined : join(root, home, 'dist', subpath, 'index.d.ts')
  }

/** Whether a built file is there and has a source: what an older build left behind is passed over. */
const isBuilt = (folder: string, file: string): boolean =>
  existsSync(join(folder, `${file}.d.ts`)) && existsSync(join(folder.replace('/dist/', '/src/'), `${file}.ts`))

/** The aggregates of core: their folders below `core/dist/domains`, by name. */
const aggregatesIn = (root: string): ReadonlyArray<readonly [string, string]> => {
  const domains = join(root, 'core/dist/domains')
  return readdirSync(domains, { withFileTypes: true })
    .filter((context) => context.isDirectory())
    .flatMap((context) =>
      readdirSync(join(domains, context.name))
        .filter((name) => existsSync(join(root, 'core/src/domains', context.name, name, 'index.ts')))
        .map((name) => [name, join(domains, context.name, name)] as const),
    )
    .filter(([, folder]) => ['aggregate', 'decider'].some((file) => isBuilt(folder, file)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

const DECIDING = ['aggregate', 'commands', 'decider', 'events', 'state']

/** Of aggregates the names alone: their commands and events grow with every version. */
const aggregateLines = (root: string, find: Finder): ReadonlyArray<string> =>
  aggregatesIn(root).flatMap(([name, folder]) => {
    const files = DECIDING.filter((file) => isBuilt(folder, file)).map((file) => join(folder, `${file}.d.ts`))
    const names = files.flatMap((file) => [...declarationsOf(file, find).keys()])
    return ['', `# @forgefold/core/${name}`, [...new Set(names)].sort().join(', ')]
  })

/** Everything that a package shows to those who install it, by entry point: each name with its declaration, or alone where that was told. */
export const apiReport = (root: string, home: (typeof REPORTED)[number]): string => {
  const folder = join(root, home)
  const find = finderIn(root)
  const { name, exports } = manifestAt(folder)
  const entryPoints = Object.entries(exports).filter(([entry]) => !entry.includes('*'))
  const shown = new Set<string>()
  const lineOf = (declared: string, words: string): string => {
    const isNew = words !== '' && !shown.has(words)
    shown.add(words)
    return isNew ? words : declared
  }
  const lines = entryPoints.flatMap(([entry, { types }]) => {
    const declared = [...declarationsOf(builtAt(folder, types), find)].sort(([one], [other]) => (one < other ? -1 : 1))
    return ['', `# ${name}${entry.slice(1)}`, ...declared.map(([one, words]) => lineOf(one, words))]
  })
  const all = home === 'core' ? [...lines, ...aggregateLines(root, find)] : lines
  return `${['What this package shows to those who install it. Written by npm run reference.', ...all].join('\n')}\n`
}
