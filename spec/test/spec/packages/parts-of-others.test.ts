import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>
}

const { packages } = JSON.parse(
  readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
) as Lockfile

const versionsOf = (name: string): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([path, { version = '' }]) =>
    path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`) ? [version] : [],
  )

const numbersOf = (version: string): ReadonlyArray<number> => version.split('.').map(Number)

describe('parts of others that read what clients send', () => {
  it('clean HTML by a version without known faults', () => {
    const versions = versionsOf('sanitize-html').map(numbersOf)
    expect(versions).not.toEqual([])
    for (const [major = 0, minor = 0, patch = 0] of versions)
      expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(2_017_005)
  })

  it.each(['@fastify/busboy', 'otpauth'])('are kept by their makers: %s', (name) => {
    expect(versionsOf(name)).not.toEqual([])
  })

  it.each(['busboy', 'speakeasy', 'otplib'])('are not those that nobody keeps: %s', (name) => {
    expect(versionsOf(name)).toEqual([])
  })
})
