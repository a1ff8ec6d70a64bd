import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'
import { type Receiver, startReceiver } from './receiver.js'

describe.runIf(programs.need('git'))('what webhooks are told of comments on commits', () => {
  let world: World
  let receiver: Receiver
  let sha: string

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openMergeWorld()
    const json = { allow_local_requests_from_web_hooks_and_services: true }
    await world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
    await world.at(world.owner, 'PUT', '', { ci_config_path: 'ci/jobs.yml' })
    await world.at(world.owner, 'POST', '/hooks', { url: receiver.url, push_events: false, note_events: true })
    sha = await world.commit('main', { 'a.txt': 'one\ntwo\n' })
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(() => receiver.forget())

  it('is the comment with its commit', async () => {
    const path = `/repository/commits/${sha}/comments`
    expect((await world.at(world.dev, 'POST', path, { note: 'well done' })).status).toBe(201)
    const [told] = await receiver.hears(1)
    const url = expect.stringMatching(new RegExp(`/top/app/-/commit/${sha}$`, 's'))
    expect(told).toMatchObject({
      headers: { 'x-gitlab-event': 'Note Hook' },
      body: {
        object_kind: 'note',
        event_type: 'note',
        user: { username: 'dev' },
        project_id: world.projectId,
        project: { path_with_namespace: 'top/app', ci_config_path: 'ci/jobs.yml' },
        object_attributes: {
          note: 'well done',
          noteable_type: 'Commit',
          noteable_id: null,
          commit_id: sha,
          author_id: world.dev.id,
          type: null,
          position: null,
          url: expect.stringMatching(/\/commit\/[0-9a-f]{40}#note_\d+$/s),
        },
        commit: { id: sha, url, author: { name: expect.any(String) } },
      },
    })
  })

  it('says on which line a thread is', async () => {
    const shas = { base_sha: sha, start_sha: sha, head_sha: sha }
    const position = { ...shas, position_type: 'text', new_path: 'a.txt', old_path: 'a.txt', new_line: 2 }
    const path = `/repository/commits/${sha}/discussions`
    const made = await world.at(world.dev, 'POST', path, { body: 'here', position })
    expect(made.status, made.text).toBe(201)
    const [told] = await receiver.hears(1)
    expect(told?.body['object_attributes']).toMatchObject({
      type: 'DiffNote',
      discussion_id: (made.json as { readonly id: string }).id,
      position: { ...position, old_line: null, line_range: null },
      line_code: expect.stringMatching(/^[0-9a-f]{40}_0_2$/),
    })
  })

  it('comes once: that a comment is changed is told to nobody', async () => {
    const discussions = `/repository/commits/${sha}/discussions`
    const made = (await world.at(world.dev, 'POST', discussions, { body: 'first' })).json as {
      readonly id: string
      readonly notes: ReadonlyArray<{ readonly id: number }>
    }
    await receiver.hears(1)
    await world.at(world.dev, 'PUT', `${discussions}/${made.id}/notes/${made.notes[0]?.id}`, { body: 'second' })
    await world.at(world.dev, 'POST', discussions, { body: 'third' })
    const heard = await receiver.hears(2)
    expect(heard.map(({ body }) => (body['object_attributes'] as { readonly note: string }).note)).toEqual([
      'first',
      'third',
    ])
  })
})
