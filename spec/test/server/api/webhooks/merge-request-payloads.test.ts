import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'
import { type Receiver, startReceiver } from './receiver.js'

type Json = Readonly<Record<string, unknown>>

describe.runIf(programs.need('git'))('what webhooks are told of a merge request', () => {
  let world: World
  let receiver: Receiver
  let iid: number

  const ask = async (who: World['owner'], method: string, path: string, json?: object): Promise<Json> => {
    const answered = await world.at(who, method, path, json)
    expect(answered.status, answered.text).toBeLessThan(300)
    return answered.json as Json
  }
  const request = (who: World['owner'], method: string, path = '', json?: object) =>
    ask(who, method, `/merge_requests/${iid}${path}`, json)
  const attributes = (body: Json): Json => body['object_attributes'] as Json
  /** What is told up to a note, which comes after all of it. */
  const told = async (): Promise<ReadonlyArray<Json>> => {
    await ask(world.owner, 'POST', '/issues', { title: 'the end' })
    for (let count = 1; ; count++) {
      const heard = (await receiver.hears(count)).map(({ body }) => body as Json)
      const end = heard.findIndex((body) => attributes(body)['title'] === 'the end')
      if (end !== -1) return heard.slice(0, end)
    }
  }
  const actions = async () => (await told()).map((body) => attributes(body)['action'])

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openMergeWorld()
    const json = { allow_local_requests_from_web_hooks_and_services: true }
    await world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
    await ask(world.owner, 'POST', '/hooks', {
      url: receiver.url,
      push_events: false,
      issues_events: true,
      merge_requests_events: true,
      note_events: true,
    })
    await world.commit('change', { 'a.txt': 'one\ntwo\n' }, 'main')
    iid = (await world.open('change', { title: 'Change' })).iid
    await told()
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(() => receiver.forget())

  it('says who edited it, and whether threads block it', async () => {
    await request(world.dev, 'PUT', '', { title: 'Changed' })
    await request(world.maint, 'PUT', '', { target_branch: 'main', squash: true })
    const [edited, changed] = (await told()).map(attributes)
    expect(edited).toMatchObject({
      blocking_discussions_resolved: true,
      head_pipeline_id: null,
      last_edited_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      last_edited_by_id: world.dev.id,
      updated_by_id: world.dev.id,
    })
    expect(changed).toMatchObject({
      last_edited_at: edited?.['last_edited_at'],
      last_edited_by_id: world.dev.id,
      updated_by_id: world.maint.id,
    })
  })

  it('tells of time that is estimated and spent, of issues too', async () => {
    await request(world.dev, 'POST', '/time_estimate', { duration: '3h' })
    await request(world.dev, 'POST', '/add_spent_time', { duration: '1h' })
    await request(world.dev, 'POST', '/add_spent_time', { duration: '-30m' })
    const [estimated, spent, less] = await told()
    expect(estimated).toMatchObject({
      object_attributes: { action: 'update', time_estimate: 10_800, time_change: 0, human_time_change: null },
      changes: { time_estimate: { previous: 0, current: 10_800 } },
    })
    expect(spent).toMatchObject({
      object_attributes: { action: 'update', time_change: 3600, human_time_change: '1h' },
      changes: { total_time_spent: { previous: 0, current: 3600 }, time_change: { previous: 0, current: 3600 } },
    })
    expect(less).toMatchObject({
      object_attributes: { total_time_spent: 1800, time_change: -1800, human_time_change: '-30m' },
      changes: { total_time_spent: { previous: 3600, current: 1800 }, time_change: { previous: 0, current: -1800 } },
    })
    receiver.forget()
    const issue = await ask(world.dev, 'POST', '/issues', { title: 'Slow' })
    await ask(world.dev, 'POST', `/issues/${issue['iid']}/add_spent_time`, { duration: '1h' })
    expect((await told()).at(-1)).toMatchObject({
      object_kind: 'issue',
      object_attributes: { action: 'update', time_change: 3600 },
      changes: { total_time_spent: { previous: 0, current: 3600 } },
    })
  })

  it('tells an approval that completes the rules, or whose loss opens them, apart from others', async () => {
    await ask(world.maint, 'POST', '/approval_rules', {
      name: 'Two',
      approvals_required: 2,
      user_ids: [world.maint.id, world.owner.id],
    })
    await request(world.maint, 'POST', '/approve')
    expect(await actions()).toEqual(['approval'])
    receiver.forget()
    await request(world.owner, 'POST', '/approve')
    expect(await actions()).toEqual(['approved'])
    receiver.forget()
    await request(world.owner, 'POST', '/unapprove')
    expect(await actions()).toEqual(['unapproved'])
    receiver.forget()
    await request(world.maint, 'POST', '/unapprove')
    expect(await actions()).toEqual(['unapproval'])
  })

  it('tells of versions with a new head only', async () => {
    await request(world.dev, 'PUT', '', { state_event: 'close' })
    await request(world.dev, 'PUT', '', { state_event: 'reopen' })
    expect(await actions()).toEqual(['close', 'reopen'])
    receiver.forget()
    const head = (await request(world.dev, 'GET'))['sha']
    await world.commit('change', { 'b.txt': 'more\n' })
    expect((await told()).map(attributes)).toMatchObject([{ action: 'update', oldrev: head }])
  })

  it('says on which line a note is', async () => {
    await world.settled(iid)
    const refs = (await request(world.dev, 'GET'))['diff_refs'] as Json
    const position = { ...refs, position_type: 'text', old_path: 'a.txt', new_path: 'a.txt', new_line: 2 }
    await request(world.dev, 'POST', '/discussions', { body: 'here', position })
    const [note] = await told()
    const stands = { ...position, old_line: null, line_range: null }
    expect(note).toMatchObject({
      object_kind: 'note',
      object_attributes: {
        type: 'DiffNote',
        position: stands,
        original_position: stands,
        line_code: expect.stringMatching(/^[0-9a-f]{40}_0_2$/),
      },
      merge_request: { last_edited_by_id: world.dev.id, blocking_discussions_resolved: true },
    })
  })
})
