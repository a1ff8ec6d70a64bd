import { existsSync } from 'node:fs'
import { inspect, RULES, redrawn, SHORT_FILE_EXCEPTIONS, workspaceOf } from '@forgefold/spec/architecture'
import { describe, expect, it } from 'vitest'

const INDEX = '/** A module. */\n'

/** A small workspace in which every rule is kept, plus the files under test. */
const workspace = (files: Readonly<Record<string, string>>) =>
  workspaceOf(
    new Map(
      Object.entries({
        'core/package.json': '{"dependencies":{"fp-ts":"*","io-ts":"*","left-pad":"*"}}',
        'adapters/package.json': '{"dependencies":{"@forgefold/core":"*","better-sqlite3":"*"}}',
        'server/package.json': '{"dependencies":{"@forgefold/adapters":"*","@forgefold/core":"*","tsyringe":"*"}}',
        'spec/package.json': '{"dependencies":{"@forgefold/server":"*"}}',
        'package.json': '{"devDependencies":{"vitest":"*"}}',
        'core/src/kernel/index.ts': INDEX,
        ...files,
      }),
    ),
  )

const broken = (rule: string, files: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  (RULES.get(rule)?.(workspace(files)) ?? [{ path: `no rule ${rule}`, line: 0, grade: 'error', message: '' }])
    .filter(({ grade }) => grade === 'error')
    .map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`)

describe('arrows', () => {
  it('lets outer packages enter inner ones by a folder', () => {
    expect(broken('arrows', { 'server/src/a.ts': "import '@forgefold/core/kernel'\n" })).toEqual([])
  })
  it.each([
    ['an inner package imports an outer one', 'core/src/app/a.ts', "import '@forgefold/server/http'"],
    ['the spec is imported', 'server/src/a.ts', "export * from '@forgefold/spec/laws'"],
    ['a type comes against the arrow', 'core/src/app/a.ts', "type A = import('@forgefold/server/http').A"],
  ])('refuses when %s', (_, path, text) => {
    const files = {
      [path]: text,
      'server/src/http/index.ts': INDEX,
      'spec/src/laws/index.ts': INDEX,
    }
    expect(broken('arrows', files)).toEqual([expect.stringMatching(/may not import/)])
  })
  it('refuses a deep import across packages', () => {
    const files = { 'core/src/kernel/brand.ts': '', 'server/src/a.ts': "import '@forgefold/core/kernel/brand'" }
    expect(broken('arrows', files)).toEqual([expect.stringContaining("not a file or a folder's index")])
    const relative = { 'core/src/kernel/brand.ts': '', 'server/src/a.ts': "import '../../core/src/kernel/brand.js'" }
    expect(broken('arrows', relative)).toEqual([expect.stringContaining('reach core by its name')])
  })
  it('keeps the order of the modules of core', () => {
    const files = { 'core/src/app/forge.ts': '', 'core/src/ports/a.ts': "import type {} from '../app/forge.js'" }
    expect(broken('arrows', files)).toEqual([expect.stringContaining('core/src/ports may not import core/src/app')])
  })
})

describe('pages', () => {
  it('refuses a page that asks the read model or executes an aggregate itself', () => {
    const files = {
      'server/src/pages/a.ts': 'export const a = (forge) => forge.read.users.byId(1)\n',
      'server/src/pages/b.ts': 'export const b = (forge) => forge.aggregates.execute()\n',
      'server/src/oauth/c.ts': 'export const c = (forge) => forge.read.users.byId(1)\n',
    }
    expect(broken('pages', files)).toEqual([
      'server/src/pages/a.ts:1 pages go through use cases, not read.users',
      'server/src/pages/b.ts:1 pages go through use cases, not aggregates',
    ])
  })
})

describe('questions of the server', () => {
  const declared = {
    'core/src/domains/identity/user/queries.ts': 'declare interface ReadModel {\n  readonly users: UserQueries\n}\n',
  }
  const asks = 'export const a = (forge) => forge.read.users.byId(1)\n'

  it.each(['pages/a.ts', 'oauth/a.ts', 'api/v4/identity/users/routes.ts', 'api/v4/planning/issues/presenter.ts'])(
    'refuses that %s asks the read model itself',
    (file) => {
      const path = `server/src/${file}`
      expect(broken('serverQueries', { ...declared, [path]: asks })).toEqual([
        `${path}:1 the server asks queries and look-ups of core, not read.users`,
      ])
    },
  )
  it('lets the composition pass, and the position of the read model', () => {
    const files = {
      'server/src/composition/a.ts': asks,
      'server/src/http/position.ts': 'export const b = (read) => read.position()\n',
    }
    expect(broken('serverQueries', { ...declared, ...files })).toEqual([])
  })
})

describe('process state', () => {
  it.each([
    'const known = new WeakMap<object, string>()',
    'export const kept: RecencyCache<string, string> = new RecencyCache(10)',
    'const mutex = new KeyedMutex()',
  ])('refuses %s in a module of core', (text) => {
    expect(broken('processState', { 'core/src/app/a.ts': `\n${text}\n` })).toEqual([
      expect.stringMatching(/^core\/src\/app\/a\.ts:2 .*part of the forge/),
    ])
  })
  it.each([
    ['server/src/api/v4/a.ts', 'const rows = new Fragments<Row>()'],
    ['server/src/limits/a.ts', 'const countsOf = new WeakMap<ReadModel, number>()'],
    ['core/src/domains/review/a.ts', 'let known: string | undefined'],
  ])('refuses in %s: %s', (path, text) => {
    expect(broken('processState', { [path]: text })).toEqual([expect.stringContaining('part of the forge')])
  })
  it('lets what a function makes, and what another package keeps, pass', () => {
    expect(
      broken('processState', { 'core/src/app/a.ts': 'const make = () => {\n  const a = new WeakMap()\n}' }),
    ).toEqual([])
    expect(broken('processState', { 'server/src/http/a.ts': 'const a = new WeakMap()' })).toEqual([])
  })
})

describe('dates', () => {
  it.each(['const at = Date.parse(text)', 'const day = new Date(`${text}T00:00:00Z`)'])('refuses %s', (text) => {
    expect(broken('dates', { 'server/src/a.ts': text })).toEqual([expect.stringContaining('readInstant')])
  })
  it('lets dates of numbers pass', () => {
    expect(broken('dates', { 'server/src/a.ts': 'const at = new Date(0)' })).toEqual([])
  })
})

describe('owners of processes and streams', () => {
  it.each([
    ['adapters/src/blobs/a.ts', "import { spawn } from 'node:child_process'"],
    ['adapters/src/git/a.ts', "const child = spawn('git', [])"],
    ['server/src/git-http/a.ts', 'raw.pipe(gunzip)'],
    ['server/src/http/a.ts', 'const file = createReadStream(path)'],
    ['server/src/api/v4/a.ts', "import type { Busboy } from '@fastify/busboy'"],
    ['server/src/api/v4/a.ts', 'const gunzip = createGunzip()'],
  ])('are looked for: %s, %s', (path, text) => {
    expect(broken('owners', { [path]: text })).toEqual([expect.stringContaining(`${path}:1 `)])
  })
  it('are let be where they belong', () => {
    const text = "import { spawn } from 'node:child_process'\nspawn('git', [])"
    expect(broken('owners', { 'adapters/src/git/git-process.ts': text })).toEqual([])
  })
})

describe('contexts', () => {
  const refusals = (files: Readonly<Record<string, string>>) => broken('contexts', files)
  const at = (context: string, text: string): Readonly<Record<string, string>> => ({
    [`core/src/domains/${context}/thing/a.ts`]: text,
  })
  const row = (context: string): Readonly<Record<string, string>> => ({
    [`core/src/domains/${context}/row/index.ts`]: `${INDEX}interface ReadModel {\n  readonly rows: Rows\n}\n`,
  })

  it('wants the table of contexts in their order', () => {
    const order = 'naming instance identity projects issuable planning delivery review conversation packages webhooks'
    const table = (names: string): string =>
      `## Contexts\n\n${names.replace(/(\w+) ?/g, '| `$1` | what |\n')}\n## Rooms\n`
    expect(broken('contextTable', { 'ARCHITECTURE.md': table(order) })).toEqual([])
    const swapped = table(order.replace('review conversation', 'conversation review'))
    expect(broken('contextTable', { 'ARCHITECTURE.md': swapped })).toEqual([
      expect.stringContaining('the contexts are naming, instance'),
    ])
  })
  it('lets a context use those above it', () => {
    const files = {
      ...row('identity'),
      ...at('delivery', "import '../../identity/row/index.js'\nforge.read.rows.all()"),
    }
    expect(refusals(files)).toEqual([])
  })
  it.each([
    ['imports one below it', 'identity', "import '../../delivery/row/index.js'"],
    ['imports a type from below', 'planning', "type A = import('../../delivery/row/index.js').A"],
    ['asks the read model about things below it', 'projects', 'export const a = (forge) => forge.read.rows.all()'],
    [
      'takes queries of things below it apart',
      'projects',
      'export const a = (forge) => { const { rows } = forge.read }',
    ],
    ['is a sibling without a claim to the other', 'packages', "import '../../delivery/row/index.js'"],
  ])('refuses a context that %s', (_, context, text) => {
    const found = refusals({ ...row('delivery'), ...at(context, text) })
    expect(found).toEqual([expect.stringContaining(`${context} may not use delivery`)])
  })
  it('holds the read model and the API to the same order', () => {
    const api = "import type { A } from '@forgefold/core/domains/delivery/row'"
    const found = refusals({ ...row('delivery'), 'server/src/api/v4/projects/a/routes.ts': api })
    expect(found).toHaveLength(1)
  })
})

describe('circles', () => {
  it('tells a circle as the path that closes it, types included', () => {
    const files = {
      'core/src/app/a.ts': "import { b } from './b.js'",
      'core/src/app/b.ts': "export * from './c.js'",
      'core/src/app/c.ts': "import type { a } from './a.js'",
    }
    const [told, ...more] = broken('circles', files)
    expect(told).toContain('core/src/app/a.ts → core/src/app/b.ts → core/src/app/c.ts → core/src/app/a.ts')
    expect(more).toEqual([])
  })
  it('takes two ways to the same file for no circle', () => {
    const files = {
      'core/src/app/a.ts': "import './b.js'\nimport './c.js'",
      'core/src/app/b.ts': "import './c.js'",
      'core/src/app/c.ts': '',
    }
    expect(broken('circles', files)).toEqual([])
  })
})

describe('domainCircles', () => {
  it('tells domains that reach each other by different files, types included', () => {
    const files = {
      'core/src/domains/a/b/index.ts': '',
      'core/src/domains/a/b/use-cases/one.ts': "import '../../c/aggregate.js'",
      'core/src/domains/a/c/aggregate.ts': '',
      'core/src/domains/a/c/use-cases.ts': "import type {} from '../../d/words.js'",
      'core/src/domains/d/words.ts': '',
      'core/src/domains/d/more.ts': "import '../a/b/index.js'",
    }
    expect(broken('circles', files)).toEqual([])
    expect(broken('domainCircles', files)).toEqual(['core/src/domains/a/b: circle of domains: a/b → a/c → d → a/b'])
  })
  it('lets domains use others one way', () => {
    const files = {
      'core/src/domains/index.ts': "export * from './a/b/index.js'",
      'core/src/domains/a/b/index.ts': "import '../c/index.js'\nimport './steps/one.js'",
      'core/src/domains/a/b/steps/one.ts': "import '../../c/index.js'",
      'core/src/domains/a/c/index.ts': '',
    }
    expect(broken('domainCircles', files)).toEqual([])
  })
})

describe('purity', () => {
  it.each([
    ['const a = 1\nDate.now()', 'Date.now'],
    ['let a\nnew Date()', 'new Date()'],
    ['let a\nMath.random()', 'Math.random'],
    ['let a\nsetTimeout(f, 1)', 'setTimeout()'],
    ['let a\nprocess.env', 'process.env'],
    ['let a\nconsole.log(1)', 'console.log'],
    ["let a\nimport 'node:fs'", 'node:fs'],
    ["let a\nimport('left-pad')", 'left-pad'],
  ])('refuses %j in core', (text, name) => {
    const [told, ...more] = broken('purity', { 'core/src/app/a.ts': text })
    expect(told).toMatch(/^core\/src\/app\/a\.ts:2 /)
    expect(told).toContain(name)
    expect(more).toEqual([])
  })
  it('lets core read a given date and name things as it likes', () => {
    const text =
      "import * as t from 'io-ts'\nimport 'fp-ts/lib/Either.js'\nnew Date(at)\nconst x = { process: 1 }\nforge.console.log"
    expect(broken('purity', { 'core/src/app/a.ts': text })).toEqual([])
  })
  it('leaves the other packages alone', () => {
    expect(broken('purity', { 'adapters/src/clock/a.ts': "import 'node:fs'\nDate.now()" })).toEqual([])
  })
})

describe('patience', () => {
  const told = (text: string) => broken('testTimeouts', { 'spec/test/a.test.ts': text })
  it.each([
    'await vi.waitUntil(() => done())',
    'await vi.waitUntil(() => done(1), { timeout: 5000 })',
    'await vi.waitFor(() => expect(1).toBe(1), 10_000)',
    'await expect.poll(() => one(), { timeout: 1000 }).toBe(1)',
    "it('a', () => {\n}, 5_000)",
    "it('a', { timeout: 9000 }, () => 1)",
    'vi.setConfig({ testTimeout: 20_000 })',
  ])('has no test wait as little as in %j', (text) => expect(told(text)).toHaveLength(1))
  it.each([
    'await vi.waitUntil(() => done(1), { timeout: 60_000, interval: 5 })',
    'await vi.waitFor(async () => {\n}, 60_000)',
    'await expect.poll(() => one()).toBe(1)',
    "it('a', () => {\n  setTimeout(() => {\n  }, 50)\n})",
  ])('leaves %j alone', (text) => expect(told(text)).toEqual([]))
})

describe('confinement', () => {
  it('keeps a library in its module', () => {
    const text = "import Database from 'better-sqlite3'"
    expect(broken('confinement', { 'adapters/src/sqlite/a.ts': text })).toEqual([])
    expect(broken('confinement', { 'adapters/src/blobs/a.ts': text })).toHaveLength(1)
    expect(broken('confinement', { 'server/src/api/a.ts': "import { container } from 'tsyringe'" })).toHaveLength(1)
  })
  it('takes fp-ts by the subpath that Node can load only', () => {
    expect(broken('confinement', { 'core/src/app/a.ts': "import 'fp-ts'" })).toHaveLength(1)
    expect(broken('confinement', { 'core/src/app/a.ts': "import 'fp-ts/Either'" })).toHaveLength(1)
  })
})

describe('dependencies', () => {
  it('refuses a library that the package does not name', () => {
    expect(broken('dependencies', { 'adapters/src/a.ts': "import 'yaml'" })).toEqual([
      expect.stringContaining('yaml is not in adapters/package.json'),
    ])
    expect(broken('dependencies', { 'adapters/src/a.ts': "import 'node:fs'\nimport 'better-sqlite3'" })).toEqual([])
  })
  it('lets tests use the tools of the workspace', () => {
    expect(broken('dependencies', { 'spec/test/a.test.ts': "import 'vitest'" })).toEqual([])
    expect(broken('dependencies', { 'core/src/a.ts': "import 'vitest'" })).toHaveLength(1)
  })
  it('refuses an address in the lockfile', () => {
    const locked = (resolved: string) => ({ 'package-lock.json': `{"packages":{"a":{\n"resolved": "${resolved}"}}}` })
    expect(broken('lockfile', locked(`${'https'}://registry.example/a.tgz`))).toEqual([
      expect.stringMatching(/^package-lock\.json:2/),
    ])
    expect(broken('lockfile', locked('core'))).toEqual([])
  })
  it('refuses a package that its makers have given up', () => {
    const locked = (entry: object) => ({
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/a': entry } }),
    })
    expect(broken('lockfile', locked({ deprecated: 'use b' }))).toEqual([
      expect.stringContaining('a has been given up'),
    ])
    expect(broken('lockfile', locked({}))).toEqual([])
  })

  it('refuses a lockfile that leaves out a platform', () => {
    const locked = (packages: object) => ({ 'package-lock.json': JSON.stringify({ packages }) })
    const tool = { 'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-darwin': '1' } } }
    expect(broken('lockfile', locked({ ...tool, 'node_modules/tool-linux': {} }))).toEqual([
      expect.stringContaining('tool-darwin'),
    ])
    const whole = { ...tool, 'node_modules/tool-linux': {}, 'node_modules/tool/node_modules/tool-darwin': {} }
    expect(broken('lockfile', locked(whole))).toEqual([])
  })
})

describe('names and sizes', () => {
  it.each(['core/src/utils/a.ts', 'core/src/app/helpers.ts', 'core/src/app/token-manager.ts', 'core/src/app/types.ts'])(
    'refuses %s',
    (path) => expect(broken('names', { [path]: '' })).toHaveLength(1),
  )
  it('wants kebab case', () => {
    expect(broken('names', { 'core/src/app/myFile.ts': '' })).toHaveLength(1)
    expect(broken('names', { 'core/src/app/my-file.ts': '', 'spec/test/core/my-file.test.ts': '' })).toEqual([])
  })
  it('refuses a published source over 200 lines and one of the workspace over 300, and lets tests be', () => {
    const lines = (count: number): string => 'f()\n'.repeat(count)
    for (const tree of ['core', 'adapters', 'server'])
      expect(broken('sizes', { [`${tree}/src/a.ts`]: lines(201), [`${tree}/src/b.ts`]: lines(200) })).toHaveLength(1)
    expect(broken('sizes', { 'spec/src/a.ts': lines(301), 'spec/src/b.ts': lines(300) })).toHaveLength(1)
    expect(RULES.get('sizes')?.(workspace({ 'spec/src/a.ts': lines(300) }))).toEqual([])
    expect(broken('sizes', { 'spec/test/a.test.ts': lines(900) })).toEqual([])
  })
  it('lets the verifier that is read by itself be one file', () => {
    expect(broken('sizes', { 'server/src/forgefold-verify.ts': 'f()\n'.repeat(250) })).toEqual([])
  })
})

describe('files of domains', () => {
  const domain = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`core/src/domains/planning/thing/${name}`, text]))
  const whole = { 'events.ts': '', 'state.ts': '', 'commands.ts': '', 'decider.ts': '', 'index.ts': INDEX }

  it('accepts a whole domain with terms of its own', () => {
    expect(broken('domainFiles', domain({ ...whole, 'status.ts': '', 'use-cases/create.ts': '' }))).toEqual([])
  })
  it('misses what belongs to a decider', () => {
    expect(broken('domainFiles', domain({ 'events.ts': '', 'index.ts': INDEX }))).toHaveLength(3)
  })
  it('takes an aggregate in one file for all of them', () => {
    expect(broken('domainFiles', domain({ 'aggregate.ts': '', 'index.ts': INDEX }))).toEqual([])
    const files = domain({ 'aggregate.ts': "import './queries.js'", 'queries.ts': '', 'index.ts': INDEX })
    expect(broken('domainFiles', files)).toEqual([expect.stringContaining('a pure file of a domain may not import')])
  })
  it('refuses another name for a standard file', () => {
    expect(broken('domainFiles', domain({ ...whole, 'policies.ts': '' }))).toEqual([
      expect.stringContaining('policy.ts'),
    ])
  })
  it('keeps queries and use cases out of the pure files', () => {
    const files = domain({ ...whole, 'queries.ts': '', 'decider.ts': "import './queries.js'" })
    expect(broken('domainFiles', files)).toEqual([expect.stringContaining('a pure file of a domain may not import')])
  })
})

describe('short files', () => {
  const lines = (count: number): string => 'f()\n'.repeat(count)

  it('are merged into their neighbours', () => {
    expect(broken('shortFiles', { 'server/src/cli/a.ts': lines(19) })).toHaveLength(1)
    expect(broken('shortFiles', { 'server/src/cli/a.ts': lines(20) })).toEqual([])
  })
  it('may have the names that are the same everywhere', () => {
    expect(broken('shortFiles', { 'core/src/domains/planning/label/policy.ts': lines(1) })).toEqual([])
  })
  it.each(SHORT_FILE_EXCEPTIONS.flatMap(({ because, files }) => files.map((path) => [path, because])))(
    '%s may be short: it %s',
    (path) => {
      expect(broken('shortFiles', { [path]: lines(1) })).toEqual([])
      expect(RULES.get('shortFiles')?.(workspace({ [path]: lines(20) }))).toHaveLength(1)
      expect(existsSync(new URL(`../../../../${path}`, import.meta.url))).toBe(true)
    },
  )
})

describe('forms of use cases', () => {
  const step = 'export const step = (forge: Forge) => 1\n'
  const typed =
    'export const a: UseCase<A, B> = f\nexport const b: Query<A, B> = f\nexport const c: Lookup<A, B> = f\nexport const d: VisibleLookup<A, B> = f\n'

  it('allow no signature of its own', () => {
    expect(broken('useCaseForms', { 'core/src/domains/planning/thing/use-cases/a.ts': step })).toHaveLength(1)
    expect(broken('useCaseForms', { 'core/src/domains/planning/thing/use-cases.ts': typed + step })).toHaveLength(1)
  })
  it('take use cases, queries and look-ups, and steps in a folder of theirs', () => {
    expect(broken('useCaseForms', { 'core/src/domains/planning/thing/use-cases.ts': typed })).toEqual([])
    expect(broken('useCaseForms', { 'core/src/domains/planning/thing/steps/a.ts': step })).toEqual([])
  })
})

describe('documents', () => {
  it('follows links to files, folders and headings', () => {
    const page = '[a](docs/a.md#the-first-one) [b](docs) [c](https://example.org/x) [d](#here)\n# Here\n'
    expect(broken('links', { 'README.md': page, 'docs/a.md': '## The first one!\n' })).toEqual([])
    expect(broken('links', { 'README.md': '[a](docs/b.md) [b](#there)' })).toHaveLength(2)
  })
  it('lets a link that shows the path of a file lead to that file', () => {
    const page = (shown: string): string => `| who may | [${shown}](../core/src/a.ts) |\n`
    const files = (shown: string) => ({ 'docs/a.md': page(shown), 'core/src/a.ts': '', 'core/src/b.ts': '' })
    expect(broken('links', files('core/src/a.ts'))).toEqual([])
    expect(broken('links', files('the policy'))).toEqual([])
    expect(broken('links', files('core/src/b.ts'))).toEqual([expect.stringContaining('leads to core/src/a.ts')])
  })
  it('shows only code that is compiled', () => {
    const source = 'const f = () => {\n  // #region serve\n  const port = 1\n  // #endregion\n}\n'
    const shown = (code: string): string => `<!-- from spec/src/examples/a.ts#serve -->\n\`\`\`ts\n${code}\n\`\`\`\n`
    const files = (page: string) => ({ 'spec/src/examples/a.ts': source, 'README.md': page })
    expect(broken('snippets', files(shown('const port = 1')))).toEqual([])
    expect(broken('snippets', files(shown('const port = 2')))).toEqual([expect.stringContaining('differs')])
    expect(broken('snippets', files('```ts\nconst port = 1\n```\n'))).toHaveLength(1)
  })
  it('reaches every page from the index', () => {
    const files = { 'docs/README.md': '[a](how-to/a.md#b)', 'docs/how-to/a.md': '', 'docs/how-to/c.md': '' }
    expect(broken('orphans', files)).toEqual([expect.stringContaining('docs/how-to/c.md')])
  })
})

describe('citations', () => {
  const page = { 'docs/reference/a.md': '# A page\n\n## The order of refusals\n' }
  const cited = (text: string): ReadonlyArray<string> => broken('citations', { ...page, 'core/src/app/a.ts': text })

  it('lets comments cite pages and their headings', () => {
    expect(cited('/** A rule (docs/reference/a.md#the-order-of-refusals). */\n// See docs/reference/a.md.\n')).toEqual(
      [],
    )
  })
  it.each([
    ['no such page', '/**\n * A rule\n * (docs/reference/b.md).\n */', 'core/src/app/a.ts:3 docs/reference/b.md'],
    [
      'no such heading',
      '\n// docs/reference/a.md#order',
      'core/src/app/a.ts:2 docs/reference/a.md#order: no such heading',
    ],
    ['a sheet that is elsewhere', `// behaviour ${'sheet'} §3`, 'core/src/app/a.ts:1 cite a page of docs'],
    [
      'a contract that is elsewhere',
      `/** A rule (contract ${2}, Lists). */`,
      'core/src/app/a.ts:1 cite a page of docs',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(cited(text)).toEqual([expect.stringContaining(message)])
  })
  it('reads comments only, but every line of a document', () => {
    expect(cited(`const a = 'contract ${2}, docs/none.md'`)).toEqual([])
    expect(broken('citations', { 'docs/b.md': `# B\nAs contract ${2} says, see docs/none.md.\n` })).toHaveLength(2)
  })
})

describe('mentions', () => {
  it('finds names and paths that documents still use and the code no longer has', () => {
    const page =
      'A `RowCache` of `core/src/app/` and `core/src/app/a.ts`; a `KeptRows` of `core/src/gone/a.ts`; `WIP`, `GET`.\n'
    const files = { 'core/src/app/a.ts': 'export class RowCache {}\n', 'docs/a.md': page, 'CHANGELOG.md': '`KeptRows`' }
    expect(broken('mentions', files)).toEqual([
      'docs/a.md:1 nothing is called KeptRows',
      'docs/a.md:1 there is no core/src/gone/a.ts',
    ])
  })
})

describe('exports', () => {
  const unused = (files: Readonly<Record<string, string>>): ReadonlyArray<string> =>
    broken('exports', files).map((text) => text.replace(/: do not export it$/, ''))

  it('follows names through whatever exports them again', () => {
    const used = {
      'core/src/app/a.ts': 'export const a = 1\nexport const b = 2\nexport const c = 3\nexport const d = 4\n',
      'core/src/app/index.ts': `${INDEX}export * from './a.js'\nexport { b as other } from './a.js'\n`,
      'server/src/a.ts': "import { a, other } from '@forgefold/core/app'\nimport type * as all from './b.js'\n",
      'server/src/b.ts': "export const e = import('./c.js')\n",
      'server/src/c.ts': 'export const f = 1\n',
      'spec/test/a.test.ts': "import { c } from '@forgefold/core/app'\nexport const g = 1\n",
    }
    expect(unused(used)).toEqual(['core/src/app/a.ts:4 no other file uses d'])
  })
  it('keeps types that something beside them is made of', () => {
    const types = 'export interface A {\n  readonly b: B\n}\nexport type B = string\nexport type C = string\n'
    const files = { 'core/src/app/a.ts': types, 'server/src/a.ts': "import type { A } from '@forgefold/core/app'\n" }
    expect(unused({ ...files, 'core/src/app/index.ts': `${INDEX}export * from './a.js'\n` })).toEqual([
      'core/src/app/a.ts:5 no other file uses C',
    ])
  })
  it('leaves the entrances of other programs alone', () => {
    expect(unused({ 'server/src/index.ts': 'export const a = 1\n' })).toEqual([])
  })
})

describe('examples', () => {
  const report = 'declare const fold: <A extends object>(a: A) => A;\ndeclare const LIMIT = 7;\n'
  it('are asked of public functions', () => {
    const source = '/** Folds. */\nexport const fold = (a) => a\n'
    expect(broken('examples', { 'core/api.txt': report, 'core/src/kernel/fold.ts': source })).toEqual([
      'core/api.txt: fold is public: give its docstring an @example',
    ])
  })
  it('stand in the docstring', () => {
    const source = '/**\n * Folds.\n *\n * @example\n * fold({})\n */\nexport const fold = (a) => a\n'
    expect(broken('examples', { 'core/api.txt': report, 'core/src/kernel/fold.ts': source })).toEqual([])
  })
})

describe('the drawn parts of documents', () => {
  const pages = {
    'ARCHITECTURE.md':
      '<!-- modules -->\n| folder | what it holds |\n|---|---|\n| `core/src/kernel/` | A module. |\n<!-- /modules -->\n',
    'docs/README.md': '<!-- decisions -->\n- [Why](decisions/why.md)\n<!-- /decisions -->\n',
    'docs/decisions/why.md': '# Why\n',
  }
  it('are as the workspace is', () => {
    expect(broken('picture', pages)).toEqual([])
    expect(broken('picture', { ...pages, 'core/src/app/index.ts': INDEX })).toHaveLength(1)
    expect(broken('picture', { ...pages, 'docs/decisions/b.md': '# Also\n' })).toHaveLength(1)
    expect(broken('picture', { ...pages, 'ARCHITECTURE.md': '# Architecture' })).toHaveLength(1)
  })
  it('have the folders that hold files, and decisions by title', () => {
    const more = { 'core/src/kernel/inner/a.ts': '', 'server/src/api/v4/index.ts': INDEX, 'server/src/cli.ts': '' }
    const drawn = redrawn(workspace({ ...pages, ...more, 'docs/decisions/b.md': '# Also\n' }))
    expect([...(drawn.get('ARCHITECTURE.md') ?? '').matchAll(/^\| `(.*?)`/gm)].map(([, folder]) => folder)).toEqual([
      'core/src/kernel/',
      'server/src/api/v4/',
    ])
    expect(drawn.get('docs/README.md')).toContain('- [Also](decisions/b.md)\n- [Why](decisions/why.md)\n')
  })
  it('take the sentence of a module from its index', () => {
    expect(broken('folderSentences', { 'core/src/app/index.ts': "export * from './a.js'" })).toHaveLength(1)
  })
})

it('applies every rule', () => {
  const found = inspect(workspace({ 'core/src/utils/a.ts': 'Date.now()' }))
  expect(found.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('core is pure'), expect.stringContaining('says nothing')]),
  )
})
