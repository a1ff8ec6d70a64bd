import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  chooseTests,
  documentedEndpoints,
  namedTests,
  PAGES_FOLDER,
  parameterPages,
  unheard,
} from '@forgefold/spec/parameters'
import { describe, expect, it } from 'vitest'

const named = namedTests()
const keys = documentedEndpoints().flatMap(({ name, parameters }) => parameters.map((one) => `${name} ${one.name}`))

/** May only become less. Those left are refused on purpose: the `slug` of an environment and `resolved` of an issue's note. */
const WITHOUT_TEST = 3

describe('the pages on parameters', () => {
  it.each([...parameterPages(named)])('are what the routes say: %s (else npm run parameters)', (file, text) => {
    expect(readFileSync(join(PAGES_FOLDER, file), 'utf8')).toBe(text)
  })
  it('have every endpoint on a page of its own kind', () => {
    expect(documentedEndpoints().filter(({ page }) => page === 'elsewhere')).toEqual([])
  })
  it('name tests that are there', () => {
    const tests = [...new Set(named.values())]
    expect(tests.filter((test) => !existsSync(join('spec/test', test)))).toEqual([])
  })
  it('name one for every parameter', () => {
    const without = keys.filter((key) => !named.has(key))
    expect(without.length, without.join('\n')).toBeLessThanOrEqual(WITHOUT_TEST)
  })
})

describe('what a run heard', () => {
  const [key = ''] = keys
  const all = new Map(keys.map((one) => [one, 'a.test.ts']))
  it('shows a parameter that the named test does not send', () => {
    expect(unheard(all, new Map([['a.test.ts', new Set(keys)]]))).toEqual([])
    const silent = new Map([['a.test.ts', new Set(keys.slice(1))]])
    expect(unheard(all, silent)).toEqual([`${key}: a.test.ts does not send it`])
  })
  it('leaves the tests that are named while they send it, or did not run', () => {
    const others = new Map([['b.test.ts', new Set(keys)]])
    expect(chooseTests(all, others)).toEqual(all)
    const silent = new Map([...others, ['a.test.ts', new Set(keys.slice(1))]])
    expect(chooseTests(all, silent)).toEqual(new Map([...all, [key, 'b.test.ts']]))
  })
})
