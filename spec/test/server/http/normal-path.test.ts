import { normalizePath } from '@forgefold/server/http'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const segments = fc.array(
  fc.oneof(fc.constantFrom('api', 'v4', '..', '.', '', 'a%2Fb', '%2e%2E', '%61pi', '%20', '%zz'), fc.webSegment()),
  { maxLength: 8 },
)

describe('the normal form of a path', () => {
  it.each([
    ['/', '/'],
    ['/api/v4/projects/a%2fb', '/api/v4/projects/a%2Fb'],
    ['/%61pi//v4/./version/', '/api/v4/version'],
    ['/a/../../b', '/b'],
    ['/a%2F..%2Fb', '/a%2F..%2Fb'],
    ['/a%2541', '/a%2541'],
    ['/x/.hidden', '/x/.hidden'],
    ['/100%', '/100%'],
  ])('of %s is %s', (raw, normal) => {
    expect(normalizePath(raw)).toBe(normal)
  })

  it('is its own normal form, without empty and dot segments, and means the same', () => {
    fc.assert(
      fc.property(segments, (parts) => {
        const normal = normalizePath(`/${parts.join('/')}`)
        expect(normalizePath(normal)).toBe(normal)
        expect(normal).toMatch(/^\//)
        expect(normal.split('/').slice(1)).not.toContain('..')
        expect(normal).not.toMatch(/\/\/|\/\.(?:\/|$)|.\/$/)
      }),
    )
  })
})

describe('a path in another form', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  it.each(['/api/v4/version', '/%61pi/v4/%76ersion', '//api/v4//version/'])('%s is answered alike', async (path) => {
    expect(await instance.ask('GET', path, { as: instance.root })).toMatchObject({ status: 200 })
  })

  it.each(['/api/v4/../v4/version', '/api/v4/%2e/version', '/x/%2E%2e/api/v4/version'])(
    '%s is refused: clients resolve dot segments themselves',
    async (path) => {
      expect(await instance.ask('GET', path, { as: instance.root })).toMatchObject({ status: 400 })
    },
  )
})
