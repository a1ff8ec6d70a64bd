import { conanSearch, projectOfConanUser } from '@forgefold/core/domains/packages/package'
import { describe, expect, it } from 'vitest'

const RECIPE = 'Hello/0.1@acme+lib/stable'

describe('a search for recipes', () => {
  it.each([
    ['Hello', true],
    ['hello/0.1', true],
    ['Hello/0.1@acme+lib', true],
    [RECIPE, true],
    ['Hel*', true],
    ['*/0.*@acme+lib/*', true],
    ['*', true],
    ['ello*', false],
    ['Hello/0.1@acme+lib/stabl', false],
    ['Hello?', false],
    ['', false],
    ['.*', false],
  ])('%s', (pattern, isFound) => expect(conanSearch(pattern, true)(RECIPE)).toBe(isFound))

  it('looks at the case of letters only where asked', () => {
    expect(conanSearch('hello*', false)(RECIPE)).toBe(false)
    expect(conanSearch('Hello*', false)(RECIPE)).toBe(true)
  })
})

it('finds the project of a user by its path with plus signs only', () => {
  expect(['acme+lib', 'a+b+c', 'acme', '12', '_'].map(projectOfConanUser)).toEqual([
    'acme/lib',
    'a/b/c',
    undefined,
    undefined,
    undefined,
  ])
})
