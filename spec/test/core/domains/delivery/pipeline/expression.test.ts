import { makePatterns } from '@forgefold/adapters/patterns'
import { evaluateExpression as evaluateRule, type Variables } from '@forgefold/core/domains/delivery/pipeline'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const patterns = makePatterns()
const evaluate = (expression: string, variables: Readonly<Record<string, string>>) =>
  evaluateRule(expression, variables, patterns)

const variables: Variables = {
  BRANCH: 'main',
  TAG: 'v1.2.3',
  EMPTY: '',
  SOURCE: 'push',
  PATTERN: '/^v\\d/',
  LOUD: '/^V\\d/i',
  WORD: 'no pattern',
  ONE: '1',
}

const TABLE: ReadonlyArray<readonly [string, boolean | undefined]> = [
  // A variable by itself: there and not empty.
  ['$BRANCH', true],
  ['$EMPTY', false],
  ['$MISSING', false],
  ['"text"', true],
  ['""', false],
  ['null', false],
  // Comparisons of texts.
  ['$BRANCH == "main"', true],
  ["$BRANCH == 'main'", true],
  ['"main" == $BRANCH', true],
  ['$BRANCH == "Main"', false],
  ['$BRANCH != "other"', true],
  ['$BRANCH != "main"', false],
  ['$BRANCH == $SOURCE', false],
  ['$ONE == "1"', true],
  ['$BRANCH=="main"', true],
  // What is missing is null, what is empty is not.
  ['$MISSING == null', true],
  ['$EMPTY == null', false],
  ['$MISSING == ""', false],
  ['$EMPTY == ""', true],
  ['$BRANCH != null', true],
  ['null == null', true],
  ['$MISSING == $ALSO_MISSING', true],
  // Patterns.
  ['$TAG =~ /^v\\d+/', true],
  ['$TAG =~ /^V\\d+/', false],
  ['$TAG =~ /^V\\d+/i', true],
  ['$TAG !~ /^v/', false],
  ['$BRANCH !~ /^v/', true],
  ['$MISSING =~ /a/', false],
  ['$MISSING !~ /a/', true],
  ['$TAG =~ $PATTERN', true],
  ['$TAG =~ $LOUD', true],
  ['$BRANCH =~ $PATTERN', false],
  ['$TAG =~ $WORD', false],
  ['$TAG =~ $MISSING', false],
  ['"a/b" =~ /a\\/b/', true],
  ['$TAG =~ /[/', false],
  // Both, either, and which of them binds.
  ['$BRANCH && $TAG', true],
  ['$BRANCH && $EMPTY', false],
  ['$EMPTY || $TAG', true],
  ['$EMPTY || $MISSING', false],
  ['$BRANCH || $TAG && $EMPTY', true],
  ['($BRANCH || $TAG) && $EMPTY', false],
  ['$EMPTY && $BRANCH || $TAG', true],
  ['$EMPTY && ($BRANCH || $TAG)', false],
  ['$BRANCH == "main" && $TAG =~ /^v/ || $MISSING', true],
  ['(($BRANCH))', true],
  ['  $BRANCH  ==  "main"  ', true],
  ['$BRANCH == "main"\n  && $TAG', true],
  // No expressions.
  ['', undefined],
  ['   ', undefined],
  ['==', undefined],
  ['$BRANCH ==', undefined],
  ['== "main"', undefined],
  ['$BRANCH "main"', undefined],
  ['$BRANCH = "main"', undefined],
  ['$BRANCH === "main"', undefined],
  ['$BRANCH == main', undefined],
  ['BRANCH', undefined],
  ['$BRANCH &&', undefined],
  ['|| $BRANCH', undefined],
  ['($BRANCH', undefined],
  ['$BRANCH)', undefined],
  ['()', undefined],
  ['$BRANCH == "main', undefined],
  ['$TAG =~ "v"', undefined],
  ['$TAG =~', undefined],
  ['/main/ =~ $BRANCH', undefined],
  ['!$BRANCH', undefined],
  ['$BRANCH & $TAG', undefined],
  ['$', undefined],
]

describe('an expression of a rule', () => {
  it.each(TABLE)('%j is %s', (expression, truth) => {
    expect(evaluate(expression, variables)).toBe(truth)
  })

  const lexeme = fc.constantFrom('$A', '$B', '"x"', "'y'", 'null', '==', '!=', '=~', '!~', '&&', '||', '(', ')', '/x/i')

  it('is true, false or none, whatever the text', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc.array(lexeme, { maxLength: 40 }).map((all) => all.join(' ')),
        ),
        fc.dictionary(fc.constantFrom('A', 'B'), fc.string()),
        (text, some) => {
          expect([true, false, undefined]).toContain(evaluate(text, some))
        },
      ),
      { numRuns: 2000 },
    ))

  it.each(['(', '((((()', '$A && (', '$A || ', '!', '=='])('does not fall over a long run of %j', (part) => {
    const long = part.repeat(Math.floor(10_000 / part.length))
    expect(evaluate(long, {})).toBeUndefined()
    expect(evaluate(`${'('.repeat(90)}$A${')'.repeat(90)}`, { A: '1' })).toBe(true)
  })

  it('has the truth of its parts: both of two, either of two, parentheses for nothing', () => {
    const part: fc.Arbitrary<string> = fc.constantFrom(
      '$BRANCH',
      '$EMPTY',
      '$MISSING == null',
      '$TAG =~ /^v/',
      '"" == $TAG',
    )
    fc.assert(
      fc.property(part, part, (a, b) => {
        const [left, right] = [evaluate(a, variables), evaluate(b, variables)]
        expect(evaluate(`${a} && ${b}`, variables)).toBe(left === true && right === true)
        expect(evaluate(`${a} || ${b}`, variables)).toBe(left === true || right === true)
        expect(evaluate(`(${a})`, variables)).toBe(left)
        expect(evaluate(`${a} && ${b} || ${a}`, variables)).toBe(left)
      }),
    )
  })
})
