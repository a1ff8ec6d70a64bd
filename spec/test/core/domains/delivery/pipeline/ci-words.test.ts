import { ciDuration, expand, matchesGlob, readCiConfig } from '@forgefold/core/domains/delivery/pipeline'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

describe('a duration of a CI file', () => {
  it.each([
    ['90', 90],
    ['30 minutes', 1800],
    ['30m', 1800],
    ['1 day', 86_400],
    ['1 week', 604_800],
    ['2h 30m', 9000],
    ['3 mins 4 sec', 184],
    ['1 hour and 30 minutes', 5400],
    ['1 hour, 1 minute', 3660],
    ['1.5 hours', 5400],
    ['  2 HOURS ', 7200],
    ['1 month', 2_592_000],
  ])('%j is %i seconds', (text, seconds) => {
    expect(ciDuration(text)).toBe(seconds)
  })

  it.each(['', 'soon', '1 fortnight', 'h', '-5', '1h x', '101 years', '999999999 years', '9'.repeat(200)])(
    '%j is none',
    (text) => {
      expect(ciDuration(text)).toBeUndefined()
    },
  )

  it('is a number of seconds or none, whatever the text', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = ciDuration(text)
        expect(seconds === undefined || (Number.isSafeInteger(seconds) && seconds >= 0)).toBe(true)
      }),
    ))
})

describe('variables in a text', () => {
  const variables = { A: 'one', B: '$A/two', C: '${B}/three', SELF: 'x$SELF', CASH: '$$5' }
  it.each([
    ['plain', 'plain'],
    ['$A', 'one'],
    ['${A}', 'one'],
    ['$A-$A', 'one-one'],
    ['${A}b', 'oneb'],
    ['$Ab', ''],
    ['review/$B', 'review/one/two'],
    ['$C', 'one/two/three'],
    ['$MISSING/x', '/x'],
    ['$$A', '$A'],
    ['$', '$'],
    ['${', '${'],
    ['$CASH', '$5'],
    ['$constructor$toString${__proto__}', ''],
  ])('%j becomes %j', (text, expanded) => {
    expect(expand(text, variables)).toBe(expanded)
  })

  it('end where they stand in themselves', () => {
    expect(expand('$SELF', variables)).toMatch(/^x{5,20}$/)
    const doubling = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`V${n}`, `$V${n + 1}$V${n + 1}`]))
    expect(expand('$V0', doubling).length).toBeLessThanOrEqual(10_000)
  })
})

describe('a pattern of paths', () => {
  it.each([
    ['*.md', 'README.md', true],
    ['*.md', 'docs/README.md', false],
    ['**/*.md', 'docs/a/README.md', true],
    ['**/*.md', 'README.md', true],
    ['docs/**', 'docs/a/b', true],
    ['docs/**/*', 'docs/a/b', true],
    ['docs/*', 'docs/a/b', false],
    ['src/*.{js,ts}', 'src/a.ts', true],
    ['src/*.{js,ts}', 'src/a.rb', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a.c', 'abc', false],
    ['[a]', '[a]', true],
    ['[a]', 'a', false],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(matchesGlob(pattern, path)).toBe(matches)
  })
})

describe('jobs that name each other', () => {
  const dialect = { acceptsTypes: false, longestJobName: 255, acceptsCobertura: false, mostParallel: 200 }
  const read = (file: unknown) => readCiConfig(file, dialect)
  const script = ['true']
  const stop = { script, environment: { name: 'x', action: 'stop' } }
  const deploy = { script, environment: { name: 'x', on_stop: 'stop' } }

  it.each([
    ['a need that is none', { a: { script, needs: ['b'] } }, 'a job: undefined need: b'],
    [
      'a need of a later stage',
      { stages: ['one', 'two'], a: { script, stage: 'one', needs: ['b'] }, b: { script, stage: 'two' } },
      'a job: need b is not defined in current or prior stages',
    ],
    [
      'needs in a circle',
      { a: { script, needs: ['b'] }, b: { script, needs: ['a'] } },
      'The pipeline has circular dependencies: a',
    ],
    ['a need of itself', { a: { script, needs: ['a'] } }, 'The pipeline has circular dependencies: a'],
    ['a stop that is none', { deploy }, 'deploy job: on_stop job stop is not defined'],
    [
      'a stop without environment',
      { deploy, stop: { script } },
      'deploy job: on_stop job stop does not have environment defined',
    ],
    [
      'a stop of another environment',
      { deploy, stop: { script, environment: { name: 'y', action: 'stop' } } },
      'deploy job: on_stop job stop have different environment name',
    ],
    [
      'a stop that starts',
      { deploy, stop: { script, environment: { name: 'x' } } },
      'deploy job: on_stop job stop needs to have action stop defined',
    ],
    [
      'a delay that is none',
      { a: { script, when: 'delayed', start_in: 'soon' } },
      'jobs:a start in should be a duration',
    ],
    [
      'a delay that is too long',
      { a: { script, when: 'delayed', start_in: '8 days' } },
      'jobs:a start in should not exceed the limit',
    ],
    [
      'a stay that is none',
      { a: { script, environment: { name: 'x', auto_stop_in: 'soon' } } },
      'jobs:a:environment auto stop in should be a duration',
    ],
  ])('%s is told', (_, file, sentence) => {
    const refused = read(file)
    expect(E.isLeft(refused) && refused.left).toContain(sentence)
  })

  it('may need in one stage, optionally what there is not, and what runs elsewhere', () => {
    const needs = ['b', { job: 'missing', optional: true }, { pipeline: '1', job: 'z' }, { project: 'p', job: 'z' }]
    const found = read({ a: { script, needs }, b: { script }, deploy, stop })
    expect(E.isRight(found) && found.right.jobs.find(({ name }) => name === 'a')?.needs).toEqual([
      { job: 'b', optional: false },
      { job: 'missing', optional: true },
    ])
  })

  it('are read or refused, whatever the file says', () => {
    const key = fc.constantFrom(
      'a',
      'b',
      'toString',
      '__proto__',
      'stages',
      'needs',
      'script',
      'environment',
      'rules',
      'when',
      'extends',
      'only',
    )
    const file = fc.letrec<{ readonly value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('a', 'b', 'manual', 1, null, true, '$A'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    })).value
    fc.assert(
      fc.property(file, (one) => {
        const found = read(one)
        expect(E.isRight(found) || found.left.length > 0).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
