import { inflateRawSync } from 'node:zlib'
import { makeMarkdown, plantUmlUrl, proxiedUrl } from '@forgefold/adapters/markdown'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const PROXY = {
  url: 'https://assets.example.com',
  secretKey: 'shared-secret',
  allowedHosts: ['forge.test', 'pictures.example'],
}
const OURS = 'https://forge.test/below'
const through = (src: string) => proxiedUrl(src, PROXY, OURS)

const PICTURE = 'http://example.com/test.png'
/** As the reference implementation of such proxies wants it. */
const AT_PROXY =
  'https://assets.example.com/08df250eeeef1a8cf2c761475ac74c5065105612/687474703a2f2f6578616d706c652e636f6d2f746573742e706e67'

describe('the address of a picture at the proxy', () => {
  it('is signed, and holds the address as it was written', () => expect(through(PICTURE)).toBe(AT_PROXY))

  it.each([
    'https://forge.test/x.png',
    '//forge.test/x.png',
    'https://pictures.example:8443/x.png',
    'HTTPS://PICTURES.EXAMPLE/x.png',
    '/uploads/x.png',
    'x.png',
    '',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'http://[',
  ])('is not needed for %j', (src) => expect(through(src)).toBe(undefined))

  it.each([
    ['//example.com/test.png', 'https://example.com/test.png'],
    ['/\\example.com/test.png', 'https://example.com/test.png'],
    ['https:\\\\example.com\\test.png', 'https://example.com/test.png'],
    ['ht\ntps://example.com/test.png', 'https://example.com/test.png'],
    ['https://forge.test@example.com/', 'https://forge.test@example.com/'],
    ['https://example.com/ü.png', 'https://example.com/%C3%BC.png'],
  ])('is that of what a browser makes of %j', (src, read) => {
    expect(Buffer.from(through(src)?.split('/').at(-1) ?? '', 'hex').toString()).toBe(read)
  })

  it('is undefined or one of the proxy, whatever is written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (src) => {
        const address = through(src)
        if (address !== undefined) expect(address).toMatch(/^https:\/\/assets\.example\.com\/[0-9a-f]{40}\/[0-9a-f]+$/)
      }),
    )
  })
})

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
const sourceIn = (code: string): string => {
  const bits = [...code].map((digit) => DIGITS.indexOf(digit).toString(2).padStart(6, '0')).join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  return inflateRawSync(Buffer.from(bytes)).toString()
}
const diagramAt = (address: string): string => sourceIn(address.split('/').at(-1) ?? '')

describe('the address of a diagram', () => {
  it('is in the digits of its language', () => {
    // The example that the language's own documentation gives.
    expect(sourceIn('SyfFKj2rKt3CoKnELR1Io4ZDoSa70000')).toBe('Bob -> Alice : hello')
  })

  it('holds the source as a whole diagram, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (source) => {
        const address = plantUmlUrl('https://draw.example', source)
        expect(address).toMatch(/^https:\/\/draw\.example\/png\/[0-9A-Za-z_-]+$/)
        const text = source.trim()
        expect(diagramAt(address)).toBe(text.startsWith('@start') ? text : `@startuml\n${text}\n@enduml`)
      }),
    )
  })
})

describe('pictures in rendered Markdown', () => {
  const markdown = makeMarkdown(() => ({ externalUrl: OURS, proxy: PROXY, plantUml: 'https://draw.example' }))

  it('come through the proxy, and keep their own address beside', async () => {
    const shown = `<img src="${AT_PROXY}" alt="a" data-canonical-src="${PICTURE}" />`
    expect(await markdown.renderInline(`![a](${PICTURE})`)).toBe(shown)
    expect(await markdown.render(`<img src="${PICTURE}" alt="a">`)).toContain(shown)
  })

  it('are their own where nothing is in between, and nobody else writes the other address', async () => {
    expect(await markdown.renderInline('<img src="/x.png" data-canonical-src="y">')).toBe('<img src="/x.png" />')
    expect(await makeMarkdown().renderInline(`![a](${PICTURE})`)).toBe(`<img src="${PICTURE}" alt="a" />`)
    expect(await markdown.renderInline('<img src="javascript:alert(1)">')).toBe('<img />')
  })

  it('lead to no other host, whatever is written', async () => {
    const host = fc.constantFrom('evil.example', 'forge.test', 'pictures.example', 'forge.test.evil.example')
    const slashes = fc.constantFrom('//', '\\\\', '/\\', '///', '/', '')
    const scheme = fc.constantFrom('http:', 'https:', 'HTTPS:', 'ht\ntps:', ' https:', '', 'javascript:', 'data:')
    const address = fc
      .tuple(scheme, slashes, fc.constantFrom('', 'forge.test@'), host, fc.constantFrom('/x.png', ':8080/x', '\\x'))
      .map((parts) => parts.join(''))
    const picture = fc.tuple(address, fc.nat(6)).map(([src, form]) => {
      if (form === 0) return `![a](${src})`
      if (form === 1) return `![a](<${src}> "t")`
      if (form === 2) return `![a][r]\n\n[r]: ${src}`
      if (form === 3) return `<IMG alt=x SRC='${src}'>`
      if (form === 4)
        return `<img srcset="${src} 2x" style="background:url(${src})" src="${src.replace(':', '&#58;')}">`
      if (form === 5) return `<picture><source srcset="${src}"><img src="${src}"></picture>`
      return `<svg><image href="${src}"/></svg><input type="image" src="${src}"><video poster="${src}"></video>`
    })
    await fc.assert(
      fc.asyncProperty(fc.array(picture, { maxLength: 4 }), async (pictures) => {
        const html = await markdown.render(pictures.join('\n\n'))
        expect(html).not.toMatch(/srcset|style=|poster|<(?:image|source|input)/)
        for (const [, src = ''] of html.matchAll(/ src="([^"]*)"/g)) {
          const address = src.replaceAll('&amp;', '&')
          // What is no address leads nowhere.
          if (URL.canParse(address, OURS))
            expect(['forge.test', 'pictures.example', 'assets.example.com'], html).toContain(
              new URL(address, OURS).hostname,
            )
        }
      }),
      { numRuns: 500 },
    )
  })

  it('show diagrams, which come through the proxy too', async () => {
    const drawn = await markdown.render('```plantuml\nBob -> Alice : hello\n```\n\n```ruby\nputs 1\n```\n')
    const address = /data-canonical-src="([^"]+)"/.exec(drawn)?.[1] ?? ''
    expect(diagramAt(address)).toBe('@startuml\nBob -> Alice : hello\n@enduml')
    expect(drawn).toContain(`src="${through(address)}"`)
    expect(drawn).toContain('data-diagram="plantuml"')
    expect(drawn).toContain('<code class="language-ruby">puts 1')
  })

  it('leave diagrams without a source, and without a renderer, as code', async () => {
    expect(await markdown.render('```plantuml\n \n```\n')).toContain('<code')
    expect(await makeMarkdown().render('```plantuml\nA -> B\n```\n')).toContain('<code class="language-plantuml">')
  })
})
