import { listsNothing, withoutPlugin, withVersions } from '@forgefold/core/domains/packages/package'
import type { Instant } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const AT = '2022-07-22T10:11:12.000Z' as Instant

const artifact = (versions: ReadonlyArray<string>, latest: string, release: string, updated = '20220101000000') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>com.example</groupId>
  <artifactId>demo</artifactId>
  <versioning>
    <latest>${latest}</latest>
    <release>${release}</release>
    <versions>
${versions.map((version) => `      <version>${version}</version>\n`).join('')}    </versions>
    <lastUpdated>${updated}</lastUpdated>
  </versioning>
</metadata>
`

describe('the list of an artifact', () => {
  it('loses what is gone, and points to what is left', () => {
    const xml = artifact(['1.0', '1.1', '2.0-SNAPSHOT'], '2.0-SNAPSHOT', '1.1')
    expect(withVersions(xml, ['1.0', '1.1'], AT)).toBe(artifact(['1.0', '1.1'], '1.1', '1.1', '20220722101112'))
    expect(withVersions(xml, ['1.0', '2.0-SNAPSHOT'], AT)).toBe(
      artifact(['1.0', '2.0-SNAPSHOT'], '2.0-SNAPSHOT', '1.0', '20220722101112'),
    )
  })
  it('has no release where only snapshots are left', () => {
    const told = withVersions(artifact(['1.0', '2.0-SNAPSHOT'], '1.0', '1.0'), ['2.0-SNAPSHOT'], AT)
    expect(told).not.toContain('<release>')
    expect(told).toContain('<latest>2.0-SNAPSHOT</latest>')
  })
  it('gets what it lacks, behind what it has', () => {
    expect(withVersions(artifact(['2.0', '1.0'], '2.0', '2.0'), ['1.0', '2.0', '3.0'], AT)).toBe(
      artifact(['2.0', '1.0', '3.0'], '2.0', '2.0', '20220722101112'),
    )
  })
  it('stays to the letter where it is right, or is none', () => {
    const right = artifact(['2.0', '1.0'], '2.0', '2.0')
    expect(withVersions(right, ['1.0', '2.0'], AT)).toBe(right)
    for (const xml of ['', 'no XML', '<metadata/>', '<versions>', '<versions/>', '</versions><versions>'])
      expect(withVersions(xml, ['1.0'], AT)).toBe(xml)
  })
  it('may be long', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `1.${index}`)
    const told = withVersions(artifact(many, '1.5', '1.5'), many.slice(1), AT)
    expect(told).toBe(artifact(many.slice(1), '1.5', '1.5', '20220722101112'))
  })
  it('lists nothing once the last version is gone', () => {
    const told = withVersions(artifact(['1.0'], '1.0', '1.0'), [], AT)
    expect(listsNothing(told)).toBe(true)
    expect(told).not.toMatch(/<(latest|release)>/)
    expect(listsNothing(artifact(['1.0'], '1.0', '1.0'))).toBe(false)
  })
  const version = fc.stringMatching(/^[0-9]{1,3}(\.[0-9]{1,3}){0,2}(-SNAPSHOT)?$/)
  it('names exactly the versions there are, whatever it named before, and a second look changes nothing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(version), fc.uniqueArray(version), version, (listed, there, pointed) => {
        const told = withVersions(artifact(listed, pointed, pointed), there, AT)
        const named = [...told.matchAll(/<version>([^<]*)<\/version>/g)].map(([, one]) => one)
        expect([...named].sort()).toEqual([...there].sort())
        const latest = /<latest>([^<]*)</.exec(told)?.[1]
        expect(there.length === 0 ? latest === undefined : there.includes(latest ?? '')).toBe(true)
        expect(withVersions(told, there, AT)).toBe(told)
      }),
    )
  })
  it('takes any text', () => {
    const piece = fc.constantFrom(
      '<versions>',
      '</versions>',
      '<version>',
      '</version>',
      '<latest>',
      '</latest>',
      'x',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece), fc.uniqueArray(version), (pieces, there) => {
        const told = withVersions(pieces.join(''), there, AT)
        expect(typeof withoutPlugin(told, 'x', AT)).toBe('string')
      }),
    )
  })
})

describe('the list of a group', () => {
  const plugin = (name: string) => `<plugin>
      <name>${name}</name>
      <prefix>${name}</prefix>
      <artifactId>${name}-maven-plugin</artifactId>
    </plugin>`
  const group = (...names: ReadonlyArray<string>) =>
    `<metadata>\n  <plugins>\n${names.map((name) => `    ${plugin(name)}\n`).join('')}  </plugins>\n</metadata>\n`
  it('loses a plugin by its artifact', () => {
    expect(withoutPlugin(group('a', 'b', 'c'), 'b-maven-plugin', AT)).toContain('<prefix>a</prefix>')
    expect(withoutPlugin(group('a', 'b', 'c'), 'b-maven-plugin', AT)).not.toContain('<prefix>b</prefix>')
    expect(listsNothing(withoutPlugin(group('a'), 'a-maven-plugin', AT))).toBe(true)
  })
  it('stays where the artifact is not in it', () => {
    expect(withoutPlugin(group('a'), 'b-maven-plugin', AT)).toBe(group('a'))
    expect(withoutPlugin('<metadata/>', 'a', AT)).toBe('<metadata/>')
  })
})
