import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { emptyRows, emptyRowsFile, openReadModel, projections, SharedRows } from '@forgefold/adapters/read-model'
import { build, type Platform, type Plugin } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAMES, type Packed, pack, ROOT } from './packed.js'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly keywords: ReadonlyArray<string>
  readonly license: string
  readonly repository: { readonly directory: string }
  readonly sideEffects: unknown
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: unknown
  readonly scripts?: unknown
}

let packed: Packed
beforeAll(async () => {
  packed = await pack()
})
afterAll(() => packed.remove())

const folderOf = (name: string): string => packed.folderOf(name)
const tarballOf = (name: string): string =>
  packed.tarballs.find((path) => path.includes(`forgefold-${name}-`)) ?? expect.fail(`${name} is not packed`)
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Manifest
const filesOf = (name: string): ReadonlyArray<string> =>
  execFileSync('tar', ['-tzf', tarballOf(name)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))

describe.each(NAMES)('the published package %s', (name) => {
  it('says what it is, under which licence, where it comes from and what changed', () => {
    expect(filesOf(name)).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']))
    const { keywords, license, repository, sideEffects, devDependencies, scripts } = manifestOf(name)
    expect(keywords.length).toBeGreaterThan(3)
    expect([license, repository.directory.split('/').at(-1)]).toEqual(['Apache-2.0', name])
    expect(sideEffects).toBeDefined()
    expect([devDependencies, scripts]).toEqual([undefined, undefined])
  })
  it('holds no maps, no sources, no records of the build', () => {
    expect(filesOf(name).filter((path) => /\.map$|buildinfo|(?<!\.d)\.ts$|\.cache$|api\.txt$/.test(path))).toEqual([])
    const built = readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.[jt]s$/.test(path),
    )
    expect(
      built.filter((path) => readFileSync(join(folderOf(name), path), 'utf8').includes('sourceMappingURL')),
    ).toEqual([])
  })
  it('is found by every way of resolving modules (publint, are the types wrong)', () => {
    const run = (program: string, ...args: ReadonlyArray<string>): string =>
      execFileSync(join(ROOT, 'node_modules/.bin', program), args, { encoding: 'utf8' })
    expect(run('publint', 'run', folderOf(name), '--strict')).toMatch(/All good/)
    expect(run('attw', tarballOf(name), '--ignore-rules', 'cjs-resolves-to-esm', '--format', 'ascii')).not.toMatch(
      /(?:\(from ESM\)|node10): (?!🟢|\(wildcard\))/,
    )
  })
  it('has types that need no flag for the default exports of CommonJS', () => {
    const declared = readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.d.ts'),
    )
    expect(declared.length).toBeGreaterThan(0)
    const byDefault = /^import (?:type )?[\w$]+(?:,| from) ['"](?!\.)/m
    expect(declared.filter((path) => byDefault.test(readFileSync(join(folderOf(name), path), 'utf8')))).toEqual([])
  })
})

it('opens every entry point of the adapters that the server imports', () => {
  const sources = readdirSync(join(ROOT, 'server/src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/'@forgefold\/adapters\/([a-z-]+)'/g)].map(([, room]) => `./${room}`),
  )
  expect(imported.length).toBeGreaterThan(0)
  const open = Object.keys(manifestOf('adapters').exports)
  expect([...new Set(imported)].filter((entry) => !open.includes(entry))).toEqual([])
})

it('opens the entry points that are public, and one that says that it is not', () => {
  const entryPoints = Object.fromEntries(NAMES.map((name) => [name, Object.keys(manifestOf(name).exports)]))
  const aggregates = entryPoints['core']?.filter((entry) => /^\.\/[a-z-]+$/.test(entry)) ?? []
  expect(aggregates).toEqual(
    expect.arrayContaining(['./deployment', './issue', './merge-request', './project', './user']),
  )
  expect({ ...entryPoints, core: entryPoints['core']?.filter((entry) => !aggregates.includes(entry)) }).toEqual({
    core: ['.', './internal/*'],
    adapters: [
      './blobs',
      './ci-file',
      './clock',
      './cron',
      './crypto',
      './emoji',
      './event-store',
      './eventstoredb',
      './folders',
      './git',
      './mail',
      './markdown',
      './memory',
      './outbound',
      './patterns',
      './read-model',
      './sqlite',
      './tar',
      './zip',
    ],
    server: ['.', './testing'],
    testing: ['.', './vitest', './node-test', './jest', './playwright'],
    laws: ['.', './vitest', './node-test'],
  })
})

it('brings the tables of the read model ready made, as this code makes them', () => {
  const packed = readFileSync(join(folderOf('adapters'), 'dist/read-model', emptyRowsFile()))
  expect(packed.equals(readFileSync(join(folderOf('server'), 'dist/bundle', emptyRowsFile())))).toBe(true)
  const image = gunzipSync(packed)
  const rows = new SharedRows(image)
  const { db, fresh } = openReadModel(':memory:', projections, { rows })
  expect(fresh).toBe(false)
  db.close()
  expect(image.equals(emptyRows().image())).toBe(true)
})

it('has the programs of threads beside the code that starts them', () => {
  const started = (folder: string): ReadonlyArray<string> =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        [...readFileSync(join(folder, path), 'utf8').matchAll(/new URL\("\.\/([\w-]+\.js)"/g)].map(([, file = '']) =>
          join(folder, path, '..', file),
        ),
      )
  for (const [name, folder] of [
    ['adapters', 'dist'],
    ['server', 'dist/bundle'],
  ] as const) {
    const threads = started(join(folderOf(name), folder))
    expect(threads).toHaveLength(5)
    expect(threads.filter((path) => !existsSync(path))).toEqual([])
  }
})

it('has each library that its command loads among its dependencies, whatever the other packages bring', () => {
  const { dependencies = {} } = manifestOf('server')
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['better-sqlite3', 'croner', 'jose', 'markdown-it', 'nodemailer', 'sanitize-html', 'yaml']),
  )
})

it('depends on those of our packages that its code uses, whatever its examples show', () => {
  const ours = (name: string): ReadonlyArray<string> =>
    Object.keys(manifestOf(name).dependencies ?? {}).filter((other) => other.startsWith('@forgefold/'))
  expect(Object.fromEntries(NAMES.map((name) => [name, ours(name)]))).toEqual({
    core: [],
    adapters: ['@forgefold/core'],
    server: ['@forgefold/adapters', '@forgefold/core'],
    testing: ['@forgefold/server'],
    laws: ['@forgefold/core'],
  })
})

it('names in its types no package that it does not bring, but for what one runner or one store is for', () => {
  const namedIn = (text: string): ReadonlyArray<string> =>
    [
      ...text.replace(/^[ \t]*\*.*$/gm, '').matchAll(/\b(?:from|import\()\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)['"/]/g),
    ].map(([, named]) => named ?? '')
  const foreign = NAMES.flatMap((name) => {
    const { dependencies = {} } = manifestOf(name)
    const types = filesOf(name).filter((path) => path.endsWith('.d.ts'))
    return types.flatMap((path) =>
      namedIn(readFileSync(join(folderOf(name), path), 'utf8'))
        .filter((named) => dependencies[named] === undefined && named !== `@forgefold/${name}`)
        .map((named) => `${name}/${path} names ${named}`),
    )
  })
  expect([...new Set(foreign)].filter((found) => !found.endsWith(' node')).toSorted()).toEqual([
    'adapters/dist/eventstoredb/connection.d.ts names @eventstore/db-client',
    'testing/playwright.d.ts names @playwright/test',
    'testing/vitest.d.ts names vitest',
  ])
})

it('depends on no library of which a part is in it, with the licence of that part', () => {
  const all = NAMES.flatMap((name) => Object.keys(manifestOf(name).dependencies ?? {}))
  expect(all.filter((name) => /emoji-toolkit|prom-client|bintrees|opentelemetry|pino/.test(name))).toEqual([])
  const licences = (name: string): string => readFileSync(join(folderOf(name), 'LICENSES-OF-PARTS'), 'utf8')
  expect(filesOf('adapters')).toContain('LICENSES-OF-PARTS')
  expect(licences('adapters')).toMatch(/^emoji-toolkit \S+, MIT\n/)
  expect(licences('server')).toMatch(/^prom-client \S+, Apache-2.0\n[\s\S]*^tdigest \S+, MIT\n/m)
})

it('asks for the heavy ones by name only', () => {
  const all = NAMES.flatMap((name) => Object.keys(manifestOf(name).dependencies ?? {}))
  expect(all.filter((name) => /uWebSockets|eventstore|grpc/.test(name))).toEqual([])
})

it('is released as one version', () => {
  const versions = NAMES.flatMap((name) => {
    const { version, dependencies = {} } = manifestOf(name)
    return [
      version,
      ...Object.entries(dependencies).flatMap(([other, at]) => (other.startsWith('@forgefold/') ? [at] : [])),
    ]
  })
  expect(new Set(versions).size).toBe(1)
})

describe('an aggregate in a browser', () => {
  const deciders = (): string => join(folderOf('core'), 'dist/deciders')
  const namesOf = (): ReadonlyArray<string> =>
    readdirSync(deciders()).flatMap((file) => (file.endsWith('.d.ts') ? [file.slice(0, -5)] : []))
  /** A module for each name, with these contents, which is nowhere on the disk. */
  const modules = (contentsOf: (name: string) => string): Plugin => ({
    name: 'modules',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^module:/ }, ({ path }) => ({ path: path.slice('module:'.length), namespace: 'modules' }))
      onLoad({ filter: /./, namespace: 'modules' }, ({ path }) => ({
        contents: contentsOf(path),
        resolveDir: deciders(),
      }))
    },
  })
  /**
   * The size of a bundle for each of these names. One build makes all of them, so that what they import is parsed once.
   * Without a folder of packages above them, so that nothing can be in them but what is published with them.
   */
  const sizesOf = async (
    names: ReadonlyArray<string>,
    contentsOf: (name: string) => string,
    platform: Platform = 'browser',
  ): Promise<ReadonlyArray<readonly [name: string, size: number]>> => {
    const { outputFiles } = await build({
      ...({ bundle: true, minify: true, format: 'esm', platform } as const),
      ...({ absWorkingDir: deciders(), outdir: 'bundles', write: false } as const),
      entryPoints: names.map((name) => ({ in: `module:${name}`, out: name })),
      plugins: [modules(contentsOf)],
    })
    return outputFiles.map(({ path, contents }) => [basename(path, '.js'), contents.length])
  }
  const expectSmall = (sizes: ReadonlyArray<readonly [name: string, size: number]>): void => {
    expect(sizes.map(([name]) => name).toSorted()).toEqual(namesOf().toSorted())
    expect(sizes.filter(([, size]) => size >= 25_000)).toEqual([])
    expect(sizes.length).toBeGreaterThan(30)
    expect(sizes.every(([, size]) => size > 1000)).toBe(true)
  }
  it('takes less than 25 KB with what it needs of the kernel', async () => {
    expectSmall(await sizesOf(namesOf(), (name) => `export * from './${name}.js'\n`))
  })
  it.each<{ readonly from: string; readonly platform: Platform }>([
    { from: '@forgefold/core/kernel', platform: 'browser' },
    { from: '@forgefold/core/kernel', platform: 'neutral' },
    { from: '@forgefold/core', platform: 'browser' },
    { from: '@forgefold/core', platform: 'neutral' },
  ])('takes less than 25 KB with the fold and the streams of $from, for a $platform platform', async (given) => {
    const contentsOf = (name: string): string =>
      `export * from '@forgefold/core/${name}'\nexport { fold, streamOf } from '${given.from}'\n`
    expectSmall(await sizesOf(namesOf(), contentsOf, given.platform))
  })
  it('takes less than 25 KB with all of the kernel', async () => {
    const contents = "export * from './deployment.js'\nexport * from './kernel.js'\n"
    const [[, size] = ['', 0]] = await sizesOf(['deployment and kernel'], () => contents)
    expect(size).toBeGreaterThan(1000)
    expect(size).toBeLessThan(25_000)
  })
})
