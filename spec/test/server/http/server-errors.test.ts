import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { outcomeUnknown, type Rejection, type RejectionKind, unavailable } from '@forgefold/core/kernel'
import { DeadlineExceeded } from '@forgefold/core/ports'
import { plainRoute, reject, route } from '@forgefold/server/http'
import { describe, expect, it } from 'vitest'
import { AT_X, smallApplication } from './small-application.js'

const INSIDE =
  '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 10.9.8.7:2113 at /srv/forgefold/node_modules/x.js'

/** One of each kind, and where a text may come from inside it does. */
const KINDS: Readonly<Record<RejectionKind, ReadonlyArray<Rejection>>> = {
  Unauthenticated: [{ kind: 'Unauthenticated' }],
  InvalidToken: [{ kind: 'InvalidToken', description: INSIDE }],
  InsufficientScope: [{ kind: 'InsufficientScope', scopes: [INSIDE] }],
  Forbidden: [{ kind: 'Forbidden', reason: INSIDE }],
  Denied: [{ kind: 'Denied', message: INSIDE }],
  NotFound: [{ kind: 'NotFound', what: INSIDE }],
  Missing: [{ kind: 'Missing', message: INSIDE }],
  RecordNotFound: [{ kind: 'RecordNotFound' }],
  Invalid: [{ kind: 'Invalid', fields: { a: [INSIDE] } }],
  BadRequest: [{ kind: 'BadRequest', reason: INSIDE }],
  Refused: [{ kind: 'Refused', message: INSIDE }],
  BadParameters: [{ kind: 'BadParameters', error: INSIDE }],
  NotAllowed: [{ kind: 'NotAllowed', message: INSIDE }],
  NotAcceptable: [{ kind: 'NotAcceptable' }],
  Conflict: [{ kind: 'Conflict', message: INSIDE }],
  PreconditionFailed: [{ kind: 'PreconditionFailed' }],
  NotModified: [{ kind: 'NotModified' }],
  TooLarge: [{ kind: 'TooLarge' }],
  Unprocessable: [{ kind: 'Unprocessable', message: INSIDE }],
  Throttled: [{ kind: 'Throttled', message: INSIDE }],
  OAuth: [{ kind: 'OAuth', error: { code: 'server_error', description: INSIDE } }],
  ReadOnly: [{ kind: 'ReadOnly', message: INSIDE }],
  Unavailable: [unavailable(INSIDE), unavailable(INSIDE, 17), outcomeUnknown(INSIDE)],
}

const asked = async (rejection: Rejection) => {
  const causes: Array<readonly [cause: string, requestId: string]> = []
  const { ask } = smallApplication({
    routes: [route({ ...AT_X, handler: () => reject(rejection) })],
    more: { onUnavailable: (...told) => causes.push(told) },
  })
  const response = await ask('/api/v4/x')
  return { status: response.status, text: await response.text(), id: response.headers.get('x-request-id'), causes }
}

describe('an answer of the server’s own failure', () => {
  it.each(
    Object.values(KINDS)
      .flat()
      .map((rejection) => [rejection.kind, rejection] as const),
  )('of the kind %s tells nothing from inside, and the log all of it', async (_, rejection) => {
    const { status, text, id, causes } = await asked(rejection)
    if (status < 500) return expect(causes).toEqual([])
    expect(text).not.toContain(INSIDE)
    expect(text).not.toMatch(/UNAVAILABLE|ECONNREFUSED|10\.9\.8\.7|node_modules/)
    expect(causes).toEqual([[INSIDE, id]])
  })

  it('says whether the write is stored', async () => {
    const told = async (rejection: Rejection) => JSON.parse((await asked(rejection)).text).message
    expect(await told(unavailable(INSIDE))).toBe('503 Service Unavailable - the store is away')
    expect(await told(unavailable(INSIDE, 17))).toBe(
      '503 Service Unavailable - the write is stored but not visible yet',
    )
    expect(await told(outcomeUnknown(INSIDE))).toBe(
      '503 Service Unavailable - the write may be stored or not; look before it is repeated',
    )
  })

  it('is no defect where git took too long for what a client asked', async () => {
    const causes: Array<string> = []
    const { ask, defects } = smallApplication({
      routes: [route({ ...AT_X, handler: () => Promise.reject(new DeadlineExceeded('git blame took too long')) })],
      more: { onUnavailable: (cause) => causes.push(cause) },
    })
    const response = await ask('/api/v4/x')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).not.toBeNull()
    expect(causes).toEqual(['git took too long'])
    expect(defects).toEqual([])
  })

  it('after something thrown is bare', async () => {
    const { ask, defects } = smallApplication({
      plainRoutes: [
        plainRoute({
          method: 'GET',
          path: '/thrown',
          handle: () => {
            throw new Error(INSIDE)
          },
        }),
      ],
    })
    const response = await ask('/thrown')
    expect([response.status, await response.json()]).toEqual([500, { message: '500 Internal Server Error' }])
    expect(defects).toHaveLength(1)
  })
})

const sentencesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(folder + file, 'utf8').matchAll(/\bunavailable\(\s*'([^']+)'/g)])
    .map(([, sentence = '']) => sentence)

it.each(['core', 'server'])('every sentence that %s has for clients reaches them', async (name) => {
  const sentences = sentencesIn(fileURLToPath(new URL(`../../../../${name}/src/`, import.meta.url)))
  expect(sentences).not.toEqual([])
  for (const sentence of sentences)
    expect(JSON.parse((await asked(unavailable(sentence))).text).message).toBe(`503 Service Unavailable - ${sentence}`)
})
