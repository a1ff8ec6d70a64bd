import { release } from '@forgefold/core/domains/delivery/release'
import type { Instant } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import { describe, expect, it } from 'vitest'

const link = { id: 1, name: 'binary', url: 'https://example.com/app', type: 'other', path: null } as const
const data = {
  projectId: 1,
  tag: 'v1.0',
  name: 'One',
  description: { text: 'notes', blob: null },
  sha: 'a'.repeat(40),
  authorId: 1,
  releasedAt: null,
  milestoneIds: [],
  links: [],
} as const
const created = { type: 'ReleaseCreated', data } as const
const withLink = { type: 'ReleaseLinkAdded', data: link } as const

describe('a release', () => {
  it('is made once, changed where that makes a difference, and deleted once', () => {
    const none = scenario(release)
    none.when({ type: 'Create', evidence: null, ...data }).then(created)
    none.when({ type: 'Create', evidence: null, ...data, name: ' ' }).thenRefused('Invalid')
    none.when({ type: 'Change', name: 'Two' }).thenRefused('RecordNotFound')
    const live = none.given(created)
    live.when({ type: 'Create', evidence: null, ...data }).thenRefused('Conflict')
    live.when({ type: 'Change', name: 'One', milestoneIds: [] }).then()
    live.when({ type: 'Change', name: 'Two' }).then({ type: 'ReleaseChanged', data: { name: 'Two' } })
    const releasedAt = '2022-01-01T00:00:00.000Z' as Instant
    live.when({ type: 'Change', releasedAt }).then({ type: 'ReleaseChanged', data: { releasedAt } })
    live.when({ type: 'Delete' }).then({ type: 'ReleaseDeleted', data: {} })
    live.given({ type: 'ReleaseDeleted', data: {} }).when({ type: 'Delete' }).thenRefused('RecordNotFound')
  })

  it('is made with very many links in a time that grows with their number', () => {
    const links = Array.from({ length: 50_000 }, (_, id) => ({
      ...link,
      id,
      name: `n${id}`,
      url: `https://example.com/${id}`,
    }))
    const before = process.cpuUsage()
    expect(release.decide({ type: 'Create', evidence: null, ...data, links })(release.initial)._tag).toBe('Right')
    const { user } = process.cpuUsage(before)
    // Each compared with each other takes a minute.
    expect(user / 1000).toBeLessThan(3000)
    const twice = [...links, { ...link, id: 50_000, name: 'n7' }]
    scenario(release)
      .when({ type: 'Create', evidence: null, ...data, links: twice })
      .thenRefused('Invalid')
  })

  it('has links of which name, URL and path stand once in it', () => {
    const live = scenario(release).given(created, withLink)
    const other = { ...link, id: 2, name: 'other', url: 'https://example.com/other' }
    live.when({ type: 'AddLink', link: other }).then({ type: 'ReleaseLinkAdded', data: other })
    for (const taken of [{ name: link.name }, { url: link.url }])
      live.when({ type: 'AddLink', link: { ...other, ...taken } }).thenRefused('Invalid')
    live.when({ type: 'ChangeLink', id: 1, changes: { name: link.name } }).then()
    live
      .when({ type: 'ChangeLink', id: 1, changes: { path: '/bin/app' } })
      .then({ type: 'ReleaseLinkChanged', data: { ...link, path: '/bin/app' } })
    live.when({ type: 'ChangeLink', id: 9, changes: { name: 'x' } }).thenRefused('RecordNotFound')
    live.when({ type: 'DeleteLink', id: 9 }).thenRefused('RecordNotFound')
    live.when({ type: 'DeleteLink', id: 1 }).then({ type: 'ReleaseLinkDeleted', data: { id: 1 } })
  })

  it.each([
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://' }, 'url'],
    [{ url: '' }, 'url'],
    [{ name: '' }, 'name'],
    [{ path: 'bin/app' }, 'filepath'],
    [{ path: '/bin/../app' }, 'filepath'],
    [{ path: `/${'a'.repeat(200)}` }, 'filepath'],
  ])('refuses a link with %j', (part, field) => {
    const state = release.evolve(release.initial, created)
    const refused = release.decide({ type: 'AddLink', link: { ...link, ...part } })(state)
    expect(refused).toMatchObject({ _tag: 'Left', left: { kind: 'Invalid', fields: { [field]: expect.anything() } } })
  })

  it('has evidences, numbered from one; the first may come with its creation', () => {
    const none = scenario(release)
    const evidence = (number: number, sha256: string) =>
      ({ type: 'EvidenceCollected', data: { number, sha256 } }) as const
    none.when({ type: 'Create', evidence: 'a', ...data }).then(created, evidence(1, 'a'))
    const one = none.given(created, evidence(1, 'a'))
    one.when({ type: 'CollectEvidence', sha256: 'b', unlessCollected: false }).then(evidence(2, 'b'))
    one.when({ type: 'CollectEvidence', sha256: 'b', unlessCollected: true }).then()
    const bare = none.given(created)
    bare.when({ type: 'CollectEvidence', sha256: 'b', unlessCollected: true }).then(evidence(1, 'b'))
    none.when({ type: 'CollectEvidence', sha256: 'b', unlessCollected: true }).thenRefused('RecordNotFound')
  })
})
