import {
  changelogSection,
  changelogWith,
  compareVersions,
  isVersion,
  previousTag,
} from '@forgefold/core/domains/review/changelog'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const entry = (category: string, title: string, more: object = {}) => ({
  category,
  title,
  commit: 'g/p@abc',
  author: undefined,
  mergeRequest: undefined,
  ...more,
})

describe('a changelog', () => {
  it('tells changes by category', () => {
    const entries = [
      entry('feature', 'Two', { mergeRequest: 'g/p!2', author: '@ann' }),
      entry('fix', 'Mended'),
      entry('feature', 'One', { mergeRequest: 'g/p!1' }),
    ]
    expect(changelogSection({ version: '1.0.0', day: '2024-01-31', entries })).toBe(
      [
        '## 1.0.0 (2024-01-31)\n',
        '### feature (2 changes)\n',
        '- [Two](g/p@abc) by @ann ([merge request](g/p!2))',
        '- [One](g/p@abc) ([merge request](g/p!1))\n',
        '### fix (1 change)\n',
        '- [Mended](g/p@abc)\n',
      ].join('\n'),
    )
    expect(changelogSection({ version: '1.0.0', day: '2024-01-31', entries: [] })).toBe(
      '## 1.0.0 (2024-01-31)\n\nNo changes.\n',
    )
  })

  it('puts a version before the first older one, whatever stands above, and once only', () => {
    const text = '# Changes\n\nHand-written.\n\n## 2.0.0 (x)\n\nbig\n\n## 1.0.0 (x)\n\nfirst\n'
    const added = changelogWith(text, '1.5.0', '## 1.5.0 (y)\n\nbetween\n', compareVersions)
    expect(added).toBe(
      '# Changes\n\nHand-written.\n\n## 2.0.0 (x)\n\nbig\n\n## 1.5.0 (y)\n\nbetween\n\n## 1.0.0 (x)\n\nfirst\n',
    )
    expect(changelogWith(added, '1.5.0', '## 1.5.0 (y)\n\nbetween\n', compareVersions)).toBe(added)
    expect(changelogWith('', '1.0.0', '## 1.0.0 (y)\n\nfirst\n', compareVersions)).toBe('## 1.0.0 (y)\n\nfirst\n')
  })

  it('stays in the order of versions, in whatever order they come', async () => {
    const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((numbers) => numbers.join('.'))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(version, { maxLength: 8 }), async (versions) => {
        const text = versions.reduce(
          (before, one) => changelogWith(before, one, `## ${one} (d)\n\nNo changes.\n`, compareVersions),
          '',
        )
        const found = [...text.matchAll(/^## (\S+)/gm)].map(([, one]) => one)
        expect(found).toEqual(versions.toSorted((one, other) => compareVersions(other, one)))
      }),
    )
  })
})

it('knows the release before a version by its tag', () => {
  const tags = ['v1.0.0', '1.2.0', 'v1.10.0', 'v2.0.0-rc1', 'other', 'v3.0.0']
  expect(previousTag(tags, '2.0.0')).toBe('v1.10.0')
  expect(previousTag(tags, 'v1.10.0')).toBe('1.2.0')
  expect(previousTag(tags, '1.0.0')).toBeUndefined()
  expect(['1.0.0', 'v1.0.0-rc.1+b', '1.0', 'x'].map(isVersion)).toEqual([true, true, false, false])
  expect(compareVersions('1.0.0-rc1', '1.0.0')).toBeLessThan(0)
})
