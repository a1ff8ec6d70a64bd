/** Which files of the repository are pages of the documentation, in the order in which a reader is led through them. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../root.mjs'

const INDEX = 'docs/README.md'

/** Pages at the root of the repository and of its packages. */
const BEFORE = ['README.md', 'CHANGELOG.md', 'SECURITY.md']
const AFTER = ['ARCHITECTURE.md', 'CONTRIBUTING.md']
const PACKAGES = ['core', 'adapters', 'server', 'spec/packages/testing', 'spec/packages/laws']

const read = (source) => readFileSync(join(ROOT, source), 'utf8')

const titleOf = (text) => /^# +(.+)$/m.exec(text)?.[1].replaceAll(/[`*]/g, '').trim()

/** Where a page of the site stands, beside its root: `docs/how-to/seed-a-forge.md` is `how-to/seed-a-forge.html`. */
const addressOf = (source) => {
  if (source === 'README.md') return 'index.html'
  if (source === INDEX) return 'contents.html'
  const place = source.startsWith('docs/')
    ? source.slice('docs/'.length)
    : source.replace('spec/packages/', 'packages/')
  const named = place.replace(/^(core|adapters|server)\/README\.md$/, 'packages/$1.md').replace(/\/README\.md$/, '.md')
  return `${named.slice(0, -'.md'.length).toLowerCase()}.html`
}

const pageOf = (group) => (source) => {
  const text = read(source)
  return { source, group, text, title: titleOf(text) ?? source, address: addressOf(source) }
}

/** The parts of the index, each with the pages that it links, in its order. */
const partsOfIndex = () =>
  read(INDEX)
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      group: part.slice(0, part.indexOf('\n')).trim(),
      sources: [...part.matchAll(/\]\(([^)#\s]+\.md)/g)]
        .map(([, link]) => posix.join('docs', link))
        .filter((source) => source.startsWith('docs/')),
    }))

/** Every page once, with its group, title, address and text. */
export const documentationPages = () => [
  ...BEFORE.map(pageOf('Forgefold')),
  pageOf('Forgefold')(INDEX),
  ...partsOfIndex().flatMap(({ group, sources }) => sources.map(pageOf(group))),
  ...PACKAGES.map((folder) => pageOf('Packages')(`${folder}/README.md`)),
  ...AFTER.map(pageOf('Inside')),
]
