import { parseCiFile } from '@forgefold/adapters/ci-file'
import { makePatterns } from '@forgefold/adapters/patterns'
import { evaluateExpression as evaluateRule, readCiConfig } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const patterns = makePatterns()
const evaluate = (expression: string, variables: Readonly<Record<string, string>>) =>
  evaluateRule(expression, variables, patterns)

const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }

const quickly = <A>(work: () => A): A => {
  const begun = process.cpuUsage()
  const done = work()
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  return done
}

describe('hostile CI files', () => {
  it.each([
    ['(a+)+$', 'a'.repeat(60)],
    ['a*a*a*a*a*a*a*a*b', 'a'.repeat(200)],
    ['(x+x+)+y', 'x'.repeat(60)],
    ['.*.*.*.*.*=', '='.repeat(1000)],
    ['((a|a))+b', 'a'.repeat(60)],
    ['(a|a){40}b', 'a'.repeat(60)],
    [`${'a?'.repeat(40)}b`, 'a'.repeat(40)],
  ])('with the pattern %s are answered at once', (pattern, text) => {
    expect(typeof quickly(() => evaluate(`$TEXT =~ /${pattern}/`, { TEXT: text }))).toBe('boolean')
  })

  it('still match ordinary patterns', () => {
    const variables = { REF: 'release/1.2-v3.4' }
    expect(evaluate('$REF =~ /^release\\/.*-v\\d+\\.\\d+$/', variables)).toBe(true)
    expect(evaluate('$REF !~ /^main$/', variables)).toBe(true)
  })

  it('that multiply themselves by aliases are refused', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 12; at++)
      lines.push(`a${at}: &a${at} [${Array.from({ length: 10 }, () => `*a${at - 1}`).join(', ')}]`)
    expect(quickly(() => parseCiFile(lines.join('\n'))).ok).toBe(false)
  })

  it.each([
    [2, 30],
    [10, 10],
  ])('that multiply themselves by merge keys, %d at a time, are refused', (width, depth) => {
    const lines = ['a0: &a0 {x: 1}']
    for (let at = 1; at < depth; at++)
      lines.push(`a${at}: &a${at} {<<: [${Array.from({ length: width }, () => `*a${at - 1}`).join(', ')}]}`)
    expect(quickly(() => parseCiFile(lines.join('\n')))).toEqual({
      ok: false,
      error: 'Excessive alias count indicates a resource exhaustion attack',
    })
  })

  it('that are larger than half a mebibyte are refused unread', () => {
    const error = 'the file is larger than 512 KiB'
    expect(quickly(() => parseCiFile('#'.repeat(512 * 1024 + 1)))).toEqual({ ok: false, error })
    expect(quickly(() => parseCiFile(new Uint8Array(512 * 1024 + 1)))).toEqual({ ok: false, error })
  })

  it.each([
    ['a tag of a class', 'a: !!js/function "function () { return 1 }"'],
    ['a tag of a program', 'a: !ruby/object:Gem::Installer {}'],
    ['a key of the prototype', '__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}'],
    ['binary data', 'a: !!binary |\n  R0lGODlhDAAMAIQAAP'],
    ['half a surrogate', 'a: "\\uD800"'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0xc3, 0x28)],
  ])('with %s change nothing beyond themselves', (_what, text) => {
    expect(typeof quickly(() => parseCiFile(text)).ok).toBe('boolean')
    expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBe(undefined)
  })

  it.each([
    [
      'script: x\n  variables: &v\n    a: *v',
      'The alias v stands for something that it is part of at line 4, column 8:',
    ],
    ['? '.repeat(2000), 'the file is nested too deeply'],
    ['['.repeat(2000), 'the file is nested too deeply'],
    ['- '.repeat(2000), 'the file is nested too deeply'],
    ['{a: '.repeat(2000), 'the file is nested too deeply'],
  ])('that hold themselves, or are very deep, are refused (%#)', (text, error) => {
    expect(quickly(() => parseCiFile(`job:\n  ${text}`))).toEqual({ ok: false, error })
  })

  it('whose jobs take much from one template are refused', () => {
    const lines = Array.from({ length: 2000 }, (_, n) => `line ${n}`)
    const jobs = Array.from({ length: 2000 }, (_, n) => [`job ${n}`, { extends: '.much' }])
    const read = quickly(() => readCiConfig({ '.much': { script: lines }, ...Object.fromEntries(jobs) }, dialect))
    expect(E.isLeft(read) && read.left).toEqual(['the jobs have too many parts'])
  })

  it('that extend themselves are refused', () => {
    const file = { one: { extends: 'two', script: ['x'] }, two: { extends: 'one', script: ['x'] } }
    expect(E.isLeft(quickly(() => readCiConfig(file, dialect)))).toBe(true)
  })
})
