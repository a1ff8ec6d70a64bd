import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { decodeCommit, decodeSignature, decodeTag, encodeSignature } from '@forgefold/adapters/git-objects'
import { makeMarkdown } from '@forgefold/adapters/markdown'
import { makePatterns } from '@forgefold/adapters/patterns'
import { parseQuickActions } from '@forgefold/core/domains/conversation/quick-action'
import { slugOf } from '@forgefold/core/domains/delivery/environment-naming'
import {
  evaluateExpression,
  expand,
  matchesGlob,
  readCiConfig,
  refSlug,
} from '@forgefold/core/domains/delivery/pipeline'
import { emailDomainRefusal } from '@forgefold/core/domains/identity/user'
import { INITIAL_SETTINGS } from '@forgefold/core/domains/instance/settings'
import {
  directlyAddressedNames,
  mentionedNames,
  parseDuration,
  qualifiedReferences,
  shortReferences,
  splitAtReferences,
  stripCode,
} from '@forgefold/core/domains/issuable'
import { pathFromName } from '@forgefold/core/domains/naming'
import { namingErrors, normalisedPythonName, PACKAGE_TYPES } from '@forgefold/core/domains/packages/package'
import { coversRef } from '@forgefold/core/domains/projects/protected-branch'
import { trailersOf } from '@forgefold/core/domains/projects/repository'
import {
  closingReferences,
  fitsPath,
  isDraft,
  ownersOf,
  parseCodeOwners,
} from '@forgefold/core/domains/review/merge-request'
import type { ObjectId } from '@forgefold/core/ports'
import { paramsOfText, parseJsonBody } from '@forgefold/server/http'
import { BAD_SHAPES } from './shapes.js'

/** Something that reads a text which a client may have written. */
export interface Parser {
  readonly name: string
  readonly read: (text: string) => unknown
  /** The longest text that reaches it, in characters. */
  readonly longest: number
}

/** As long as a description or a note may be. */
const TEXT = 1024 * 1024

/** As long as a title or a name may be. */
const LINE = 64 * 1024
const SITE = 'http://forge.test'

const markdown = makeMarkdown()
const planner = makeCiPlanner()
const patterns = makePatterns()
const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }
const noOwner = { name: 'kit', version: '1.0.0', conan: null }

const texts: ReadonlyArray<readonly [string, (text: string) => unknown]> = [
  ['code of a text', stripCode],
  ['trailers of a commit', (text) => trailersOf(`A change\n\nKey:${text}`)],
  ['a section of owners', (text) => parseCodeOwners(`[a]${text}`)],
  ['mentions', mentionedNames],
  ['mentions that address', (text) => directlyAddressedNames(`@${text}`)],
  ['short references', shortReferences],
  ['qualified references', (text) => qualifiedReferences(text, SITE)],
  ['pieces at references', splitAtReferences],
  ['closing references', (text) => closingReferences(`Closes ${text}`, SITE)],
  ['quick actions', (text) => parseQuickActions(`/a\n${text}`, () => true)],
]

/** Texts that are rendered: in line where they are short, in threads where they are long. */
const rendered: ReadonlyArray<readonly [string, (text: string) => Promise<unknown>]> = [
  ['Markdown', (text) => markdown.render(text)],
  ['Markdown with references', (text) => markdown.render(text, () => undefined)],
  ['Markdown of one line', (text) => markdown.renderInline(text)],
  ['a hundred texts of Markdown', (text) => Promise.all(pieces(text).map((piece) => markdown.renderInline(piece)))],
]

const pieces = (text: string): ReadonlyArray<string> =>
  Array.from({ length: 100 }, (_, n) => text.slice(n * 4000, n * 4000 + 4000))

const lines: ReadonlyArray<readonly [string, (text: string) => unknown]> = [
  ['path of a project name', pathFromName],
  ['slug of an environment', (text) => slugOf(text, () => 'ab')],
  ['slug of a ref', refSlug],
  ['duration', parseDuration],
  ['draft title', (text) => isDraft(text, '15.3')],
  ['Python name', normalisedPythonName],
  ['signature of a commit', (text) => decodeSignature(text)],
  ['name of an author', (text) => encodeSignature({ name: text, email: text, seconds: 0, offset: 0 })],
  ['message of a tag', (text) => decodeTag('' as ObjectId, Buffer.from(`object ${'0'.repeat(40)}\n\n${text}`))],
  ['branch of a protection', (text) => coversRef('a*b*c*', text)],
  ['pattern of a protection', (text) => coversRef(text, 'a'.repeat(255))],
  ['path of a glob', (text) => matchesGlob('**/a*b*/{c,d}', text)],
  ['glob', (text) => matchesGlob(text, 'a/b/c'.repeat(20))],
  ['braces of a glob', (text) => matchesGlob(text.replaceAll('[(', '{a,b}'), 'a'.repeat(30))],
  ['pattern of a code owner', (text) => fitsPath(text, 'a/b/c'.repeat(20))],
  ['rule of CI', (text) => evaluateExpression(text, { A: text }, patterns)],
  ['expression of a rule', (text) => evaluateExpression(`$A =~ /${text}/`, { A: 'a'.repeat(1000) }, patterns)],
  ['subject of an expression', (text) => evaluateExpression('$A =~ /(a|aa)+(.*-)*$/', { A: text }, patterns)],
  ['variables in a text', (text) => expand(text.replaceAll('*a', '$A'), { A: '$B$B', B: '$A$A' })],
  [
    'host of an address',
    (text) => emailDomainRefusal(`a@${text}`, { ...INITIAL_SETTINGS, domain_allowlist: ['*a*b*'] }),
  ],
  [
    'wildcard of the settings',
    (text) => emailDomainRefusal('a@example.com', { ...INITIAL_SETTINGS, domain_allowlist: [text] }),
  ],
  ...PACKAGE_TYPES.flatMap(
    (type): ReadonlyArray<readonly [string, (text: string) => unknown]> => [
      [`name of a ${type} package`, (name) => namingErrors(type, { ...noOwner, name })],
      [`version of a ${type} package`, (version) => namingErrors(type, { ...noOwner, version })],
      [
        `version of a ${type} package behind a number`,
        (text) => namingErrors(type, { ...noOwner, version: `1.${text.slice(0, 240)}` }),
      ],
    ],
  ),
]

const flow = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join(', ')
const block = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${item(n)}\n`).join('')

/** CI files of so many bytes. */
const files: ReadonlyArray<readonly [string, (size: number) => string]> = [
  ['keys', (size) => block(size / 8, (n) => `k${n}: 1`)],
  ['flow keys', (size) => `{${flow(size / 8, (n) => `k${n}: 1`)}}`],
  ['lists', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['aliases', (size) => `a: &a [x]\nb: [${'*a, '.repeat(size / 4)}]`],
  ['merges', (size) => `a: &a {x: 1}\nb:\n${block(size / 12, (n) => `  k${n}: {<<: *a}`)}`],
  ['commas', (size) => `[${','.repeat(size)}]`],
  ['question marks', (size) => '? '.repeat(size / 2)],
  ['jobs', (size) => block(size / 22, (n) => `k${n}:\n  script: x`)],
  [
    'jobs that take much from one',
    (size) =>
      `.a:\n  script: [${flow(size / 20, (n) => `l${n}`)}]\n  variables: {${flow(size / 20, (n) => `V${n}: x`)}}\n` +
      block(size / 24, (n) => `k${n}:\n  extends: .a`),
  ],
  [
    'rules',
    (size) =>
      `k:\n  script: x\n  rules:\n${block(size / 60, (n) => `    - if: $CI_COMMIT_MESSAGE =~ /(a|aa)+(.*-)*x${n}$/\n      when: never`)}`,
  ],
  [
    'globs',
    (size) =>
      `k:\n  script: x\n  rules:\n    - exists: [${flow(size / 40, (n) => `"**/*a*b*${n}/**/{c,d}*{e,f}"`)}]\n    - changes: [${flow(size / 40, (n) => `"**/*${n}"`)}]\n`,
  ],
]

const paths = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `a/folder-${n % 100}/abababab-${n}.txt`)

const planned = (yaml: string): Promise<unknown> =>
  planner.plan({
    yaml: [Buffer.from(yaml)],
    dialect,
    occasion: {
      source: 'push',
      ref: 'main',
      tag: false,
      variables: { CI_COMMIT_MESSAGE: 'a'.repeat(1000) },
      changedFiles: paths(5000),
      files: paths(20_000),
      release: '16.0',
    },
  })

/** CI files that are read already: what one of so many bytes may ask for. */
const structures: ReadonlyArray<readonly [string, (size: number) => unknown]> = [
  [
    'jobs that extend in layers',
    (size) => {
      const width = Math.max(2, Math.floor(Math.sqrt(size / 64)))
      const layer = (n: number) => Array.from({ length: width }, (_, at) => `.l${n}x${at}`)
      const file: Record<string, unknown> = { job: { script: 'x', extends: layer(0) } }
      for (let n = 0; n < 3; n++)
        for (const name of layer(n)) file[name] = { script: 'x', ...(n < 2 ? { extends: layer(n + 1) } : {}) }
      return readCiConfig(file, dialect)
    },
  ],
  [
    'jobs in a chain of needs',
    (size) => {
      const count = Math.floor(size / 32)
      const file: Record<string, unknown> = { j0: { script: 'x' } }
      for (let n = 1; n < count; n++) file[`j${n}`] = { script: 'x', needs: [`j${n - 1}`] }
      return readCiConfig(file, dialect)
    },
  ],
  ...BAD_SHAPES.map(({ name, of }) => [`code owners: ${name}`, (size: number) => parseCodeOwners(of(size))] as const),
  [
    'code owners of very many files',
    (size) => {
      const patterns = parseCodeOwners(block(size / 32, (n) => `*a*b*${n}/x* @somebody`))
      return ownersOf(patterns, paths(size / 32))
    },
  ],
]

/** Everything that reads a text of a client by itself. */
export const PARSERS: ReadonlyArray<Parser> = [
  ...texts.map(([name, read]) => ({ name, read, longest: TEXT })),
  ...lines.map(([name, read]) => ({ name, read, longest: LINE })),
]

/** What reads a format that clients write, byte by byte. */
export const FORMATS: ReadonlyArray<Parser> = (
  [
    ['a form', paramsOfText],
    ['JSON', parseJsonBody],
    ['the header of a commit', (text) => decodeCommit('' as ObjectId, Buffer.from(`tree ${'0'.repeat(40)}\n${text}`))],
    ['the header of a tag', (text) => decodeTag('' as ObjectId, Buffer.from(`object ${'0'.repeat(40)}\n${text}`))],
  ] satisfies ReadonlyArray<readonly [string, (text: string) => unknown]>
).map(([name, read]) => ({ name, read, longest: TEXT }))

/** Work that is waited for, with so many bytes to read. */
export interface WaitedFor {
  readonly name: string
  readonly work: (size: number) => Promise<unknown>
  readonly longest: number
}

/** Work with a deadline that does not block other requests: its exponent is not bounded, but how long it blocks the event loop is. */
export const WAITED_FOR: ReadonlyArray<WaitedFor> = [
  ...rendered.flatMap(([name, read]) =>
    BAD_SHAPES.map(({ name: shape, of }) => ({
      name: `${name}: ${shape}`,
      work: (size: number) => read(of(size)),
      longest: TEXT,
    })),
  ),
  ...files.map(([name, of]) => ({
    name: `CI file of ${name}`,
    work: (size: number) => planned(of(size)),
    longest: TEXT / 4,
  })),
]

/** Things that are made of so many bytes and read as data. */
export const STRUCTURES = structures.map(([name, read]) => ({ name, read, longest: TEXT / 4 }))
