import { endpointLines } from '@forgefold/server/http'
import { declaredPages, pageRoutes } from '@forgefold/server/pages'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

it('pages are matched against what their files declare, and have no properties that are known only once they are loaded', async () => {
  const { forgefold, close } = await openTestInstance()
  const given = [forgefold.forge.guessLimiter, () => Promise.reject(new Error('not asked for'))] as const
  const declared = await declaredPages(...given)
  expect(declared.length).toBeGreaterThan(50)
  expect(endpointLines(pageRoutes(...given))).toBe(endpointLines(declared))
  for (const page of declared) expect(Object.keys(page).toSorted(), page.path).toEqual(['handle', 'method', 'path'])
  await close()
})
