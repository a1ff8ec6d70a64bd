import {
  compareSemver,
  isFileName,
  namingErrors,
  newestOf,
  normalisedPythonName,
  type PackageType,
  shownName,
} from '@forgefold/core/domains/packages/package'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

type Named = readonly [type: PackageType, name: string, version: string | null]

const GOOD: ReadonlyArray<Named> = [
  ['maven', 'com/example/demo', '1.0-SNAPSHOT'],
  ['maven', 'com/example/demo', null],
  ['npm', '@scope/name', '1.2.3-beta.1+build'],
  ['npm', 'name', '0.0.1'],
  ['conan', 'zlib', '1.2.11'],
  ['nuget', 'Some.Thing', '1.0.0.5-beta'],
  ['nuget', 'Some.Thing', '1.0'],
  ['pypi', 'my_demo', '1!2.0rc1.post2.dev3+local.1'],
  ['composer', 'vendor/thing', 'dev-main'],
  ['composer', 'vendor/thing', '1.2.x-dev'],
  ['golang', 'example.com/mod', 'v1.0.0'],
  ['helm', 'my-chart', 'v1.0.0'],
  ['terraform_module', 'vpc/aws', '1.0.0'],
  ['generic', 'a.b+c', '1.0+x'],
]

const BAD: ReadonlyArray<readonly [...Named, field: string]> = [
  ['maven', 'com/../demo', '1.0', 'name'],
  ['maven', 'com/example/demo', '1..0', 'version'],
  ['maven', '/absolute', '1.0', 'name'],
  ['npm', '@scope/a/b', '1.0.0', 'name'],
  ['npm', 'name', '1.0', 'version'],
  ['npm', 'name', null, 'version'],
  ['npm', '', '1.0.0', 'name'],
  ['conan', 'z', '1.2.11', 'name'],
  ['nuget', 'a/b', '1.0.0', 'name'],
  ['pypi', 'demo', 'not a version', 'version'],
  ['golang', 'example.com/mod', '1.0.0', 'version'],
  ['helm', 'my--chart', '1.0.0', 'name'],
  ['terraform_module', 'VPC/aws', '1.0.0', 'name'],
  ['terraform_module', 'vpc', '1.0.0', 'name'],
  ['generic', 'a/b', '1.0', 'name'],
  ['generic', 'x'.repeat(256), '1.0', 'name'],
  ['generic', 'x', '1'.repeat(256), 'version'],
]

describe('names and versions', () => {
  test.each(GOOD)('%s %s %s is fine', (type, name, version) =>
    expect(namingErrors(type, { name, version, conan: null })).toBeUndefined(),
  )
  test.each(BAD)('%s %s %s is refused by its %s', (type, name, version, field) =>
    expect(Object.keys(namingErrors(type, { name, version, conan: null }) ?? {})).toEqual([field]),
  )

  test('a Conan package goes by its recipe, whose owner is named as strictly', () => {
    const owner = { username: 'me', channel: 'stable' }
    expect(shownName('zlib', '1.2.11', owner)).toBe('zlib/1.2.11@me/stable')
    const wrong = { name: 'zlib', version: '1.2.11', conan: { ...owner, channel: '../x' } }
    expect(namingErrors('conan', wrong)).toEqual({ base: ['is invalid'] })
  })

  test('long names are judged in no time', () => {
    const started = process.cpuUsage()
    for (const [type] of GOOD)
      for (const piece of ['a', 'a.', '-', '1.', '@a/', 'a-1'])
        namingErrors(type, { name: piece.repeat(120), version: piece.repeat(80), conan: null })
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
  })
})

test('a file name is one segment of printable characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (!isFileName(text)) return
      expect(text).not.toMatch(/[/\\\0\n]/)
      expect(() => encodeURIComponent(text)).not.toThrow()
      expect(['', '.', '..']).not.toContain(text)
    }),
  )
  expect(isFileName('a'.repeat(256))).toBe(false)
  expect(isFileName('ä b.tgz')).toBe(true)
  expect(isFileName('📦.tgz')).toBe(true)
  for (const half of ['\ud83d.tgz', 'a\udce6']) expect(isFileName(half)).toBe(false)
})

test('versions are compared as Semantic Versioning 2.0.0 §11 has it', () => {
  const order = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(order), (some) => {
      expect([...some].sort(compareSemver)).toEqual(order.filter((version) => some.includes(version)))
    }),
  )
  expect(newestOf(['1.0.0', '2.0.0-beta.1'])).toBe('1.0.0')
  expect(newestOf(['2.0.0-beta.1', '2.0.0-beta.2'])).toBe('2.0.0-beta.2')
  expect(newestOf([])).toBeUndefined()
})

test('names of Python projects are compared without case and separators (PEP 503)', () => {
  for (const name of ['My_Demo', 'my.demo', 'MY--demo', 'my-._demo']) expect(normalisedPythonName(name)).toBe('my-demo')
})
