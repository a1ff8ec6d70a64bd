import { afterEach, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../api/review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World | undefined
afterEach(() => world?.close())

const open = async (release: string, title: string) => {
  const opened = await openMergeWorld({ release })
  world = opened
  await opened.commit('work', { 'a.txt': 'a' }, 'main')
  const { iid } = await opened.open('work', { title })
  return {
    say: async (body: string, who = opened.dev) => {
      const answer = await opened.at(who, 'POST', `/merge_requests/${iid}/notes`, { body })
      return { status: answer.status, json: answer.json as Json }
    },
    title: async () => (await opened.show(iid))['title'],
  }
}

describe('quick actions by release', () => {
  it.each([
    ['14.0', 'Draft: x', '/draft', 202, 'x'],
    ['15.4', 'Draft: x', '/draft', 202, 'x'],
    ['16.0', 'Draft: x', '/draft', 202, 'Draft: x'],
    ['16.0', 'x', '/draft', 202, 'Draft: x'],
    ['15.0', 'Draft: x', '/ready', 201, 'Draft: x'],
    ['15.1', 'Draft: x', '/ready', 202, 'x'],
    ['14.7', 'x', '/wip', 202, 'Draft: x'],
    ['14.8', 'x', '/wip', 201, 'x'],
  ])('%s, %s: %s answers %i and leaves %s', async (release, title, body, status, after) => {
    const request = await open(release, title)
    expect((await request.say(body)).status).toBe(status)
    expect(await request.title()).toBe(after)
  })

  it.each([
    ['14.2', 201],
    ['14.3', 202],
  ])('%s: /unapprove answers %i', async (release, status) => {
    const request = await open(release, 'x')
    expect((await request.say('/approve', world?.maint)).status).toBe(202)
    expect((await request.say('/unapprove', world?.maint)).status).toBe(status)
  })
})

describe('notes by release', () => {
  it.each([
    ['14.10', false],
    ['15.0', true],
  ])('%s: internal is told: %s', async (release, told) => {
    const request = await open(release, 'x')
    const note = await request.say('said')
    expect('internal' in note.json).toBe(told)
    expect(note.json['confidential']).toBe(false)
  })
})
