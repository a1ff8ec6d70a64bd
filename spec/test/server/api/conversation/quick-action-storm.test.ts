import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World

beforeAll(async () => {
  world = await openMergeWorld()
  await world.ask(world.owner, 'PUT', '/groups/top', { visibility: 'public' })
  await world.at(world.owner, 'PUT', '', { visibility: 'public' })
  await world.commit('work', { 'a.txt': 'a' }, 'main')
  await world.open('work')
  await world.at(world.dev, 'POST', '/issues', { title: 'An issue' })
  await world.at(world.dev, 'POST', '/labels', { name: 'bug', color: '#ff0000' })
  await world.at(world.dev, 'POST', '/milestones', { title: 'Next' })
})
afterAll(() => world.close())

const NAMES =
  'assign reassign unassign assign_reviewer unassign_reviewer label unlabel relabel milestone remove_milestone title lock unlock due remove_due_date draft ready target_branch close reopen duplicate copy_metadata estimate remove_estimate spend remove_time_spent todo done subscribe unsubscribe award rebase approve unapprove shrug cc unknown'.split(
    ' ',
  )
const ARGUMENTS = [
  '',
  'me',
  '@dev @guest @nobody',
  '~bug ~"no such"',
  '%1',
  '%"Next"',
  '%',
  'main',
  '../..',
  '#1',
  '!1',
  'top/app#1',
  ':tada:',
  ':nothing:',
  '1h 30m',
  '-1h',
  '1h 2020-02-30',
  'tomorrow',
  '2030-01-01',
  'x'.repeat(300),
  '💥',
  '"',
]
const line = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...ARGUMENTS)).map(([name, argument]) => `/${name} ${argument}`),
  fc.constantFrom('words', '', '```', '>>>', '`'),
  fc.string({ maxLength: 20 }).map((words) => words.replaceAll('\u0000', '')),
)
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'))
const place = fc.constantFrom('/merge_requests/1', '/issues/1')

describe('any text of quick actions', () => {
  it('is accepted, or refused as blank; never a defect', async () => {
    await fc.assert(
      fc.asyncProperty(place, text, async (on, body) => {
        const { status, json, text: told } = await world.at(world.dev, 'POST', `${on}/notes`, { body })
        const answer = json as Json
        if (status === 400) expect(told).toMatch(/can't be blank|body is|invalid/)
        else if (status === 202)
          expect(answer).toEqual({ commands_changes: expect.any(Object), summary: [expect.any(String)] })
        else {
          expect(status, told).toBe(201)
          expect(answer['body']).not.toBe('')
        }
        expect((await world.at(world.dev, 'GET', on)).status).toBe(200)
      }),
      { numRuns: 60 },
    )
  })

  it('of a user without rights changes nothing but their own notes and to-dos', async () => {
    const own = new Set(['subscribed', 'user_notes_count', 'updated_at', 'upvotes', 'downvotes', 'notes_count'])
    const shown = async (on: string) =>
      Object.entries((await world.at(world.dev, 'GET', on)).json as Json).filter(([key]) => !own.has(key))
    await fc.assert(
      fc.asyncProperty(place, text, async (on, body) => {
        const before = await shown(on)
        const { status } = await world.at(world.out, 'POST', `${on}/notes`, { body })
        // The discussion may be locked by now.
        expect([201, 202, 400, 403]).toContain(status)
        expect(await shown(on)).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })
})
