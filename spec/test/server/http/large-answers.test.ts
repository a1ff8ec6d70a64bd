import { answer, listOfTexts, ok, route } from '@forgefold/server/http'
import { describe, expect, it } from 'vitest'
import { AT_X, smallApplication } from './small-application.js'

const MEBIBYTE = 'x'.repeat(1024 * 1024)

const statusOf = async (handler: Parameters<typeof route>[0]['handler'], method: 'GET' | 'POST' = 'GET') => {
  const { ask, defects } = smallApplication({ routes: [route({ ...AT_X, method, handler })] })
  const { status } = await ask('/api/v4/x', { method })
  expect(defects).toEqual([])
  return status
}

describe('an answer in JSON', () => {
  it('is one of several large things', async () => {
    expect(await statusOf(() => ok(Array.from({ length: 30 }, () => ({ text: MEBIBYTE }))))).toBe(200)
  })

  it.each<readonly [string, Parameters<typeof route>[0]['handler']]>([
    ['a list of things', () => ok(Array.from({ length: 33 }, () => ({ text: MEBIBYTE })))],
    ['a text', () => answer({ status: 200, ready: `["${MEBIBYTE.repeat(33)}"]` })],
    ['a thing', () => ok({ text: MEBIBYTE.repeat(33) })],
    // Six letters for each: beyond what a text of this machine can be.
    ['a list of what is written with escapes', () => ok(new Array(100).fill('\u0001'.repeat(1024 * 1024)))],
    ['a thing longer than any text', () => ok({ all: new Array(100).fill('\u0001'.repeat(1024 * 1024)) })],
  ])('is refused where it is too large: %s', async (_what, handler) => {
    expect(await statusOf(handler)).toBe(413)
  })

  it('tells of a write that was carried out, however large', async () => {
    expect(await statusOf(() => ok(new Array(33).fill(MEBIBYTE)), 'POST')).toBe(200)
  })

  it('joins texts as a list', () => {
    expect([[], ['1'], ['1', '"a"']].map(listOfTexts)).toEqual(['[]', '[1]', '[1,"a"]'])
  })
})
