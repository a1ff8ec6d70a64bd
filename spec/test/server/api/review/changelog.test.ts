import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from './merge-requests/world.js'

/** Changelogs (docs/reference/behaviour/review.md#changelogs). */
describe('changelogs', () => {
  let world: World
  const sha: Record<string, string> = {}
  const commit = async (branch: string, message: string, from?: string): Promise<string> => {
    const actions = [
      { action: 'create', file_path: `${message.slice(0, 6).replaceAll(' ', '-')}.txt`, content: message },
    ]
    const start = from === undefined ? {} : { start_branch: from }
    const made = await world.at(world.dev, 'POST', '/repository/commits', {
      ...{ branch, commit_message: message, actions, ...start },
    })
    expect(made.status, made.text).toBe(201)
    return (made.json as { readonly id: string }).id
  }
  const read = (query: string, who = world.dev) =>
    world.at(who, 'GET', '/repository/changelog', undefined, `date=2024-01-31&${query}`)

  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.owner, 'POST', '/repository/tags', { tag_name: 'v0.9.0', ref: 'main' })
    sha['direct'] = await commit('main', 'Direct fix\n\nChangelog: fix')
    sha['branch'] = await commit('topic', 'Branch work\n\nWhy.\n\nChangelog: feature', 'main')
    await commit('topic', 'No category')
    const { iid } = await world.open('topic', { title: 'Topic' })
    await world.settled(iid)
    expect((await world.at(world.owner, 'PUT', `/merge_requests/${iid}/merge`)).status).toBe(200)
    sha['gone'] = await commit('main', 'Undone\n\nChangelog: fix')
    await commit('main', `Revert "Undone"\n\nThis reverts commit ${sha['gone']}.\n\nChangelog: fix`)
    sha['other'] = await commit('main', 'Elsewhere\n\nKind: chore')
  })
  afterAll(() => world.close())

  it('tell what commits say since the tag of the release before, with their merge requests', async () => {
    const told = await read('version=1.0.0')
    expect([told.status, told.json]).toEqual([
      200,
      {
        notes: [
          '## 1.0.0 (2024-01-31)\n',
          '### feature (1 change)\n',
          `- [Branch work](top/app@${sha['branch']}) ([merge request](top/app!1))\n`,
          '### fix (1 change)\n',
          `- [Direct fix](top/app@${sha['direct']})\n`,
        ].join('\n'),
      },
    ])
    const other = await read(`version=1.0.0&trailer=Kind&from=${sha['direct']}&to=main`)
    expect(other.json).toMatchObject({ notes: expect.stringContaining('### chore (1 change)') })
    const none = { notes: '## 1.0.0 (2024-01-31)\n\nNo changes.\n' }
    for (const trailer of ['constructor', 'toString', '__proto__'])
      expect([trailer, (await read(`version=1.0.0&trailer=${trailer}`)).json]).toEqual([trailer, none])
    expect((await read('version=1.0.0&from=main')).json).toEqual({ notes: '## 1.0.0 (2024-01-31)\n\nNo changes.\n' })
  })

  it('are written into a file of a branch, version by version', async () => {
    const write = (version: string, more: object = {}) =>
      world.at(world.dev, 'POST', '/repository/changelog', { version, date: '2024-01-31', ...more })
    const file = async (name: string, ref: string) =>
      (await world.at(world.dev, 'GET', `/repository/files/${name}/raw`, undefined, `ref=${ref}`)).text
    const written = await write('1.0.0', { to: sha['direct'], trailer: 'Changelog' })
    expect([written.status, written.json]).toEqual([200, null])
    expect(await file('CHANGELOG.md', 'main')).toContain('## 1.0.0 (2024-01-31)\n\n### fix (1 change)\n')
    const head = await world.at(world.dev, 'GET', '/repository/commits/main')
    expect(head.json).toMatchObject({ title: 'Add changelog for version 1.0.0' })
    await write('1.1.0', { from: sha['direct'], message: 'Tell of 1.1' })
    expect([...(await file('CHANGELOG.md', 'main')).matchAll(/^## (\S+)/gm)].map(([, one]) => one)).toEqual([
      '1.1.0',
      '1.0.0',
    ])
    expect((await write('1.2.0', { from: 'main', branch: 'topic', file: 'NEWS.md' })).status).toBe(200)
    expect(await file('NEWS.md', 'topic')).toBe('## 1.2.0 (2024-01-31)\n\nNo changes.\n')
  })

  it('are refused where nothing can be told', async () => {
    const refused = (reason: string) => [422, { message: `Failed to generate the changelog: ${reason}` }]
    const none = await read('version=0.1.0')
    expect([none.status, none.json]).toEqual(
      refused('The commit start range is unspecified, and no previous tag could be found to use instead'),
    )
    const wrong = await read('version=one')
    expect([wrong.status, wrong.json]).toEqual(refused('The version `one` is not valid'))
    expect((await read('')).json).toEqual({ error: 'version is missing' })
    expect((await read('version=1.0.0', world.out)).status).toBe(404)
    const guest = await world.at(world.guest, 'POST', '/repository/changelog', { version: '1.0.0', from: 'main' })
    expect(guest.status).toBe(403)
    const nowhere = { version: '1.0.0', from: 'main', branch: 'none' }
    expect((await world.at(world.dev, 'POST', '/repository/changelog', nowhere)).status).toBe(400)
  })
})
