import { fitsPath, ownersOf, parseCodeOwners } from '@forgefold/core/domains/review/merge-request'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('a pattern', () => {
  it.each([
    ['*', 'README.md', true],
    ['*', 'a/b/c.txt', true],
    ['*.md', 'docs/deep/page.md', true],
    ['*.md', 'docs/page.mdx', false],
    ['/*.md', 'page.md', true],
    ['/*.md', 'docs/page.md', false],
    ['README.md', 'docs/README.md', true],
    ['docs/', 'docs/a/b.txt', true],
    ['docs/', 'src/docs/a.txt', true],
    ['docs/', 'docs', false],
    ['/docs/', 'src/docs/a.txt', false],
    ['/docs/*', 'docs/a.txt', true],
    ['/docs/*', 'docs/a/b.txt', false],
    ['/docs/**', 'docs/a/b.txt', true],
    ['/src/**/test/*.ts', 'src/test/a.ts', true],
    ['/src/**/test/*.ts', 'src/a/b/test/a.ts', true],
    ['/src/**/test/*.ts', 'src/a/b/test/c/a.ts', false],
    ['/a?c', 'abc', true],
    ['/a?c', 'ac', false],
    ['/a.c', 'abc', false],
    ['/a+(b)$', 'a+(b)$', true],
  ])('%s and %s: %s', (pattern, path, fits) => {
    expect(fitsPath(pattern, path)).toBe(fits)
  })

  it('answers soon, however many stars it has', () => {
    const begun = process.cpuUsage()
    expect(fitsPath(`/${'*a'.repeat(120)}b`, 'a'.repeat(250))).toBe(false)
    expect(fitsPath(`/${'**/*a/'.repeat(40)}b`, Array.from({ length: 120 }, () => 'aa').join('/'))).toBe(false)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
  })

  it('without stars in it fits itself, and takes any text without failing', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, path) => {
        expect(typeof fitsPath(pattern, path)).toBe('boolean')
        if (!/[*?/]/.test(path) && path !== '') expect(fitsPath(`/${path}`, path)).toBe(true)
      }),
    ))
})

const FILE = `
# a comment
* @everybody
*.md @writer doc@example.com # who writes
/src/ @group/devs
/none/
\\#odd @odd
with\\ blank.txt @blank

[Security]
/src/secret/ @guard

[Two][2] @anna @bert
/two/

^[Hints] @hinter
*.ts
`

describe("a code owners' file", () => {
  const patterns = parseCodeOwners(FILE)

  it('is read line by line', () => {
    expect(patterns).toEqual([
      { pattern: '*', section: '', required: 1, owners: ['@everybody'] },
      { pattern: '*.md', section: '', required: 1, owners: ['@writer', 'doc@example.com'] },
      { pattern: '/src/', section: '', required: 1, owners: ['@group/devs'] },
      { pattern: '/none/', section: '', required: 1, owners: [] },
      { pattern: '#odd', section: '', required: 1, owners: ['@odd'] },
      { pattern: 'with blank.txt', section: '', required: 1, owners: ['@blank'] },
      { pattern: '/src/secret/', section: 'Security', required: 1, owners: ['@guard'] },
      { pattern: '/two/', section: 'Two', required: 2, owners: ['@anna', '@bert'] },
      { pattern: '*.ts', section: 'Hints', required: 0, owners: ['@hinter'] },
    ])
  })

  it.each([
    [['a.txt'], ['*']],
    [['a.md', 'b.md'], ['*.md']],
    [['src/a.txt'], ['/src/']],
    [['src/secret/a.ts'], ['/src/', '/src/secret/', '*.ts']],
    [['none/a.txt'], []],
    [['two/a.md'], ['*.md', '/two/']],
  ])('gives each path to the last line that fits, section by section: %j', (paths, owned) => {
    expect(ownersOf(patterns, paths).map(({ pattern }) => pattern)).toEqual(owned)
  })

  it('gives every line with owners where there is more to compare than anybody waits for', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `*a*b*${n}/x*${n % 2 === 0 ? ' @owner' : ''}`)
    const many = parseCodeOwners(lines.join('\n'))
    const paths = Array.from({ length: 10_000 }, (_, n) => `a/b/c/${'ab'.repeat(50)}-${n}.txt`)
    expect(ownersOf(many, paths.slice(0, 1))).toEqual([])
    expect(ownersOf(many, paths)).toHaveLength(500)
  })

  it('takes any text without failing', () =>
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (text, paths) => {
        for (const { owners } of ownersOf(parseCodeOwners(text), paths)) expect(owners.length).toBeGreaterThan(0)
      }),
    ))
})
