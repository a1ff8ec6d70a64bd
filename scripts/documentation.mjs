/**
 * `npm run docs [-- FOLDER]`: the documentation as one site of plain files, with a search that runs in the reader's browser.
 * The server serves it at `/-/docs` from `server/dist/site`, which is where it is written by default.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { framed } from './documentation/layout.mjs'
import { documentationPages } from './documentation/pages.mjs'
import { renderPage } from './documentation/rendering.mjs'
import { ROOT } from './root.mjs'

const SITE = fileURLToPath(new URL('documentation/site', import.meta.url))
const PICTURES = join(ROOT, 'docs/pictures')
const SEARCHED_BY = join(ROOT, 'node_modules/minisearch/dist/es/index.js')

const SEARCH = {
  title: 'Search',
  address: 'search.html',
  script: 'search.js',
  html: '<h1>Search</h1>\n<p id="status" role="status"></p>\n<ol id="hits" class="hits"></ol>\n<noscript><p>The search needs a script; the list of pages does not.</p></noscript>',
}

const repository = () =>
  JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')).homepage.replace(/#.*$/, '')

/** Writes the site into a folder, which is emptied before. */
export const writeDocumentation = (folder) => {
  rmSync(folder, { recursive: true, force: true })
  const write = (address, text) => {
    const file = join(folder, address)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const pages = documentationPages()
  const pictures = readdirSync(PICTURES)
  const site = {
    addresses: new Map(pages.map(({ source, address }) => [source, address])),
    pictures: new Set(pictures.map((name) => `docs/pictures/${name}`)),
    repository: repository(),
  }
  const sections = pages.flatMap((page) => {
    const rendered = renderPage(page, site)
    write(page.address, framed(page, pages, rendered.html))
    return rendered.sections
  })
  write(SEARCH.address, framed(SEARCH, pages, SEARCH.html))
  write('sections.json', JSON.stringify(sections))
  for (const name of readdirSync(SITE)) copyFileSync(join(SITE, name), join(folder, name))
  for (const name of pictures) copyFileSync(join(PICTURES, name), join(folder, basename(name)))
  // Without the name of its map, which is not there.
  write('minisearch.js', readFileSync(SEARCHED_BY, 'utf8').replace(/^\/\/# sourceMappingURL=.*$\n?/m, ''))
  return pages.length
}

/** Packs each file of a site that was written, as the server is published with it. */
export const packDocumentation = (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
    rmSync(file)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'server/dist/site'))
  console.log(`${writeDocumentation(folder)} pages in ${folder}`)
}
