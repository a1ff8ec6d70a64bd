import { endpointLines } from '@forgefold/server/http'
import { consentRoutes, declaredConsent, makeIdTokens } from '@forgefold/server/oauth'
import { declaredPages, pageRoutes } from '@forgefold/server/pages'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const untold = () => Promise.reject(new Error('not asked for'))

it('pages are matched against what their files declare, and have no properties that are known only once they are loaded', async () => {
  const { forgefold, close } = await openTestInstance()
  const { guessLimiter } = forgefold.forge
  const idTokens = makeIdTokens(untold, () => '')
  for (const [listed, declared, least] of [
    [pageRoutes(guessLimiter, untold), await declaredPages(guessLimiter, untold), 50],
    [consentRoutes(idTokens, guessLimiter), await declaredConsent(idTokens, guessLimiter), 3],
  ] as const) {
    expect(declared.length).toBeGreaterThan(least)
    expect(endpointLines(listed)).toBe(endpointLines(declared))
    for (const page of declared) expect(Object.keys(page).toSorted(), page.path).toEqual(['handle', 'method', 'path'])
  }
  await close()
})
