import { makeMarkdown } from '@forgefold/adapters/markdown'
import type { ReferenceLinks } from '@forgefold/core/ports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const markdown = makeMarkdown()

const links: ReferenceLinks = (name) =>
  name === '@ann' || name === '#1' || name === 'top/app!2'
    ? { href: `/to/${name.slice(-1)}`, title: 'A "title"', kind: name === '@ann' ? 'user' : 'issue', data: { iid: 1 } }
    : undefined

const link = (href: string, css: string, kind: string, text: string): string =>
  `<a href="${href}" data-reference-type="${kind}" data-iid="1" class="gfm ${css}" title="A &quot;title&quot;">${text}</a>`

describe('rendered Markdown', () => {
  it.each([
    ['Text', '<p data-sourcepos="1:1-1:4" dir="auto">Text</p>'],
    ['', ''],
    ['one\ntwo  \n\n> ü three', expect.stringContaining('<p data-sourcepos="1:1-2:3" dir="auto">one\ntwo</p>')],
    ['> ü three', expect.stringContaining('<p data-sourcepos="1:3-1:10" dir="auto">')],
    ['~~old~~', expect.stringContaining('<del>old</del>')],
    ['| a |\n|---|\n| b |', expect.stringContaining('<td>b</td>')],
    [
      'https://example.com',
      expect.stringContaining(
        '<a href="https://example.com" rel="nofollow noreferrer noopener">https://example.com</a>',
      ),
    ],
    ['<script>alert(1)</script><b onclick="x" style="y">z</b>', expect.stringContaining('<b>z</b>')],
    [
      '- [x] done',
      expect.stringContaining('<input type="checkbox" class="task-list-item-checkbox" checked disabled />'),
    ],
  ])('of %j', async (text, html) => {
    expect(await markdown.render(text)).toEqual(html)
  })

  it.each([
    ['{+a+}', '<span class="idiff left right addition">a</span>'],
    ['[+ a +]', '<span class="idiff left right addition"> a </span>'],
    ['{-a-}', '<span class="idiff left right deletion">a</span>'],
    ['[-a-] b', '<span class="idiff left right deletion">a</span> b'],
    [
      'changed title from **x {-a & b-}** to **x {+c \\* d+}**',
      'changed title from <strong>x <span class="idiff left right deletion">a &amp; b</span></strong> to <strong>x <span class="idiff left right addition">c * d</span></strong>',
    ],
    ['{-a {+b-} c+}', '<span class="idiff left right deletion">a {+b</span> c+}'],
    ['{++} {-a-}', '{++} <span class="idiff left right deletion">a</span>'],
    ['{+a-] {-b+] [+c', '{+a-] {-b+] [+c'],
    ['`{+a+}` <code>{-a-}</code>', '<code>{+a+}</code> <code>{-a-}</code>'],
    ['<span class="idiff card">x</span>', '<span class="idiff">x</span>'],
  ])('shows what was added and deleted in a line: %s', async (text, html) => {
    expect(await markdown.renderInline(text)).toBe(html)
  })

  it('cuts a text of signs that nothing closes in the time of its length', async () => {
    const signs = '{+[-'.repeat(1000)
    expect(await markdown.renderInline(signs)).toBe(signs)
  })

  it('has headings with anchors; one that is taken gets a number', async () => {
    const heading = (line: number, anchor: string): string =>
      `<h2 data-sourcepos="${line}:1-${line}:11" dir="auto">\n<a id="user-content-${anchor}" class="anchor" href="#${anchor}" aria-hidden="true"></a>A \`b\` c!</h2>`.replace(
        '`b`',
        '<code>b</code>',
      )
    expect(await markdown.render('## A `b` c!\n## A `b` c!')).toBe(`${heading(1, 'a-b-c')}\n${heading(2, 'a-b-c-1')}`)
    expect(await markdown.render('# 12')).toContain('href="#anchor-12"')
    expect(await markdown.render('# <!-- -->')).not.toContain('class="anchor"')
  })

  it.each([
    ['<p id="form-token">x</p>', '<p id="user-content-form-token">x</p>'],
    ['<a id="location">x</a>', '<a id="user-content-location">x</a>'],
    ['<img id=cookie src=http://h/x>', 'id="user-content-cookie"'],
    ['<b id="user-content-own">x</b>', '<b id="user-content-own">x</b>'],
    ['<b id="">x</b>', '<b id="user-content-">x</b>'],
    ['<a name="getElementById">x</a>', '<a>x</a>'],
    ['<form id="x" name="y"><input name="z" type="text"></form>', ''],
  ])('makes no id or name that a page could take for its own: %s', async (text, html) => {
    const rendered = await markdown.render(text)
    expect(rendered).toContain(html)
    for (const [, id] of rendered.matchAll(/ id="([^"]*)"/g)) expect(id).toMatch(/^(user-content-.*|fn(ref)?-\d+)$/)
    expect(rendered).not.toMatch(/ name=|<form/)
  })

  it('lets no text look like a part of the page', async () => {
    const rendered = await markdown.render(
      '<div class="card notice code gfm language-js danger">x</div>\n\n```card\nx\n```',
    )
    expect(rendered).toContain('<div class="code gfm language-js">')
    expect(rendered).not.toMatch(/class="[^"]*\b(card|notice|danger)\b(?<!language-card)/)
  })

  it.each([
    'https://else.example/',
    'http://else.example',
    '//else.example/x',
    '/\\else.example',
    '\\\\else.example',
    'mailto:a@else.example',
  ])('tells nothing to where a link leads: %j', async (href) => {
    for (const text of [
      `<a href="${href}">x</a>`,
      `<a href="${href}" rel="opener follow" target="_blank">x</a>`,
      `[x](<${href.replaceAll('\\', '\\\\')}>)`,
    ]) {
      const rendered = await markdown.render(text)
      // What Markdown escapes leads nowhere else.
      if (!rendered.includes('href=') || rendered.includes('%5C')) continue
      expect(rendered).toMatch(/<a href="[^"]*" rel="nofollow noreferrer noopener">x<\/a>/)
    }
  })

  it('leaves links within the instance as they are', async () => {
    for (const href of ['#a', '/top/app', 'docs/x.md', '?page=2'])
      expect(await markdown.render(`[x](${href})`)).toContain(`<a href="${href}">x</a>`)
  })

  it('has code marked for highlighting, with its language', async () => {
    expect(await markdown.render('```rb\nputs "<1>"\n```')).toBe(
      '<pre class="code highlight" lang="rb"><code class="language-rb">puts "&lt;1&gt;"\n</code></pre>',
    )
    expect(await markdown.render('    x\n')).toBe('<pre class="code highlight"><code>x\n</code></pre>')
    expect(await markdown.render('```"><script>\nx\n```')).not.toContain('<script')
  })

  it('has footnotes in the order in which they are cited', async () => {
    const html = await markdown.render(
      'One[^b], two[^a], one[^b], none[^c].\n\n[^a]: The *a*.\n[^b]: The b,\nsee[^a].\n[^d]: Unused.',
    )
    const sup = (number: number): string =>
      `<sup class="footnote-ref"><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`
    expect(html).toContain(`One${sup(1)}, two${sup(2)}, one${sup(1)}, none[^c].</p>`)
    expect(html).toContain(
      `<li id="fn-1">\n<p>The b,\nsee${sup(2)}. <a href="#fnref-1" class="footnote-backref">↩</a></p>`,
    )
    expect(html).toContain('<li id="fn-2">\n<p>The <em>a</em>. ')
    expect(html).not.toContain('Unused')
    expect((await markdown.render('a[^1]\n\n[^1]: b[^1][^2]\n[^2]: c[^1]')).match(/<li /g)).toHaveLength(2)
  })

  it('has links to whom and what it names, where they lead somewhere', async () => {
    const ann = link('/to/n', 'gfm-project_member', 'user', '@ann')
    const one = link('/to/1', 'gfm-issue', 'issue', '#1')
    expect(await markdown.renderInline('@ann: #1 & top/app!2, not #2', links)).toBe(
      `${ann}: ${one} &amp; ${link('/to/2', 'gfm-issue', 'issue', 'top/app!2')}, not #2`,
    )
    expect(await markdown.render('**#1**', links)).toContain(`<strong>${one}</strong>`)
    for (const text of [
      '`#1`',
      '[#1](/x)',
      '<a href="/x">#1</a>',
      '\\#1',
      '\\@ann',
      '    #1',
      'x#1',
      'https://x.test/#1',
    ])
      expect(await markdown.render(text, links), text).not.toContain('gfm')
    expect(await markdown.render('#1')).toBe('<p data-sourcepos="1:1-1:2" dir="auto">#1</p>')
  })

  it('tells the places of ten thousand blocks, and renders all of them', async () => {
    const html = await markdown.render('# a\n\nb\n\n'.repeat(6_000))
    expect(html.match(/<h1/g)).toHaveLength(6_000)
    expect(html.match(/data-sourcepos/g)).toHaveLength(10_000)
    expect(html.match(/class="anchor"/g)).toHaveLength(5_000)
  })

  it('runs no script and ends, whatever the text', async () => {
    const piece = fc.constantFrom(
      ...[
        '#1',
        '@ann',
        '[^a]',
        '[^a]: ',
        '\n',
        '\n\n',
        '# ',
        '> ',
        '- ',
        '```',
        '<script>',
        '</a>',
        '<a href=x>',
        '"',
        '`',
        ' ',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const html = await markdown.render(pieces.join(''), links)
        expect(html).not.toMatch(/<script|javascript:|onerror/)
      }),
    )
  })
})
