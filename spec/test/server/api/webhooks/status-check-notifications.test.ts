import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'
import { type Receiver, startReceiver } from './receiver.js'

type Json = Readonly<Record<string, unknown>>

describe.runIf(programs.need('git'))('what external status checks are sent', () => {
  let world: World
  let receiver: Receiver
  let id: unknown
  let iid: number

  const ask = async (method: string, path: string, json?: object): Promise<Json> => {
    const answered = await world.at(world.owner, method, path, json)
    expect(answered.status, answered.text).toBeLessThan(300)
    return answered.json as Json
  }
  const heard = async (count: number) => (await receiver.hears(count)).map(({ body }) => body as Json)

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openMergeWorld({ tier: 'ultimate', release: '15.7' })
    const json = { allow_local_requests_from_web_hooks_and_services: true }
    await world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
    await world.commit('change', { 'a.txt': 'one\ntwo\n' }, 'main')
    iid = (await world.open('change', { title: 'Change' })).iid
    id = (await ask('POST', '/external_status_checks', { name: 'compliance', external_url: receiver.url }))['id']
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(() => receiver.forget())

  it('sends each change of a merge request, with the check', async () => {
    await ask('PUT', `/merge_requests/${iid}`, { title: 'Changed' })
    await world.commit('change', { 'a.txt': 'three\n' })
    const [edited, pushed] = await heard(2)
    expect(edited).toMatchObject({
      object_kind: 'merge_request',
      object_attributes: { iid, action: 'update', title: 'Changed' },
      external_approval_rule: { id, name: 'compliance', external_url: receiver.url },
    })
    expect(pushed).toMatchObject({ object_attributes: { action: 'update', oldrev: expect.any(String) } })
  })

  it('sends the last change again when a failed check is retried', async () => {
    const { sha } = await ask('GET', `/merge_requests/${iid}`)
    const retry = () => world.at(world.owner, 'POST', `/merge_requests/${iid}/status_checks/${id}/retry`)
    expect((await retry()).json).toEqual({ message: 'External status check must be failed' })
    const response = { external_status_check_id: id, sha, status: 'failed' }
    await ask('POST', `/merge_requests/${iid}/status_check_responses`, response)
    const { status, json } = await retry()
    expect([status, json]).toEqual([202, { message: '202 Accepted' }])
    const [again] = await heard(1)
    expect(again).toMatchObject({
      object_attributes: { iid, last_commit: { id: sha } },
      external_approval_rule: { id },
    })
  })
})
