import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { documentationSite } from '@forgefold/server/documentation'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Section {
  readonly address: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')

describe('the documentation, written as a site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-site-'))
  let pages: ReadonlyMap<string, string> = new Map()
  let scripts: Readonly<Record<'writeDocumentation' | 'packDocumentation', (folder: string) => void>>

  beforeAll(async () => {
    scripts = (await import(pathToFileURL(join(ROOT, 'scripts/documentation.mjs')).href)) as typeof scripts
    scripts.writeDocumentation(folder)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    pages = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const idsOf = (page: string): ReadonlySet<string> =>
    new Set([...(pages.get(page) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''))

  it('has a page for each document', () => {
    const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    )
    expect(pages.size).toBeGreaterThan(documents.length)
  })

  it('has no link between its pages that leads nowhere', () => {
    const dead: Array<string> = []
    for (const [page, html] of pages)
      for (const [, link = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(link)) continue
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? page : posix.join(posix.dirname(page), file)
        if (!pages.has(target)) dead.push(`${page}: ${link}`)
        else if (anchor !== undefined && !idsOf(target).has(decodeURIComponent(anchor))) dead.push(`${page}: ${link}`)
      }
    expect(dead).toEqual([])
  })

  it('is found by its words, each section at its own address', () => {
    const sections = JSON.parse(readFileSync(join(folder, 'sections.json'), 'utf8')) as ReadonlyArray<Section>
    const index = new MiniSearch<Section>({ idField: 'address', fields: ['title', 'page', 'text'] })
    index.addAll(sections)
    const hits = index.search('EventStoreDB patience', { combineWith: 'AND' }).map(({ id }) => String(id).split('#')[0])
    expect(hits).toContain('how-to/eventstoredb.html')
  })

  it('is served with its scripts and styles alone, and nothing beside it', async () => {
    const [front, files] = documentationSite(folder)
    const answer = (address: string) => files?.handle(undefined as never, { address }, undefined as never)
    expect(await front?.handle(undefined as never, {}, undefined as never)).toMatchObject({
      status: 302,
      headers: [['Location', '/-/docs/index.html']],
    })
    expect(await answer('how-to/seed-a-forge.html')).toMatchObject({ status: 200 })
    const page = await answer('search.html')
    expect(page?.body).not.toMatch(/<script(?![^>]*src)|<style|style=/)
    expect(Object.fromEntries(page?.headers ?? [])).toMatchObject({
      'Content-Security-Policy': expect.stringContaining("script-src 'self'"),
      'Content-Type': 'text/html; charset=utf-8',
    })
    for (const address of ['../package.json', 'no-such-page.html', 'how-to', ''])
      expect(await answer(address)).toMatchObject({ status: 404 })
  })

  it('is the same where it is packed, as the server is published, for readers that unpack and for those that do not', async () => {
    const packed = mkdtempSync(join(tmpdir(), 'forgefold-packed-site-'))
    cpSync(folder, packed, { recursive: true })
    scripts.packDocumentation(packed)
    const [, files] = documentationSite(packed)
    const ask = (encodings: string, address: string) =>
      files?.handle({ headers: new Map([['accept-encoding', encodings]]) } as never, { address }, undefined as never)
    const page = readFileSync(join(folder, 'how-to/seed-a-forge.html'), 'utf8')
    for (const encodings of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br']) {
      const answer = await ask(encodings, 'how-to/seed-a-forge.html')
      expect(answer?.body, encodings).toBe(page)
      expect(answer?.headers.map(([name]) => name)).not.toContain('Content-Encoding')
    }
    for (const encodings of ['gzip', 'br, gzip;q=0.5', 'gzip, deflate, br']) {
      const answer = await ask(encodings, 'how-to/seed-a-forge.html')
      expect(gunzipSync(answer?.body as Uint8Array).toString(), encodings).toBe(page)
      expect(answer?.headers).toEqual(
        expect.arrayContaining([
          ['Content-Encoding', 'gzip'],
          ['Content-Type', 'text/html; charset=utf-8'],
        ]),
      )
    }
    expect(await ask('gzip', 'how-to/seed-a-forge.html.gz')).toMatchObject({ status: 404 })
    rmSync(packed, { recursive: true })
  })

  it('leads to the description of the API where it was not written', async () => {
    const [front] = documentationSite(join(folder, 'how-to'))
    expect(await front?.handle(undefined as never, {}, undefined as never)).toMatchObject({
      headers: [['Location', '/-/docs/api']],
    })
  })
})
