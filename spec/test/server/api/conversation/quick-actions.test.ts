import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type Shown, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World
let request: Shown
let count = 0

const say = async (on: string, body: string, who: Person = world.dev) => {
  const answer = await world.at(who, 'POST', `${on}/notes`, { body })
  return { status: answer.status, json: answer.json as Json }
}

const look = async (on: string): Promise<Json> => (await world.at(world.dev, 'GET', on)).json as Json

const notesOn = async (on: string): Promise<number> => (await look(on))['user_notes_count'] as number

const newRequest = async (more: object = {}): Promise<{ readonly path: string; readonly shown: Shown }> => {
  const branch = `branch-${++count}`
  await world.commit(branch, { [`${branch}.txt`]: 'x\n' }, 'main')
  const shown = await world.open(branch, more)
  await world.settled(shown.iid)
  return { path: `/merge_requests/${shown.iid}`, shown }
}

const newIssue = async (more: object = {}): Promise<{ readonly path: string; readonly id: number }> => {
  const made = await world.at(world.dev, 'POST', '/issues', { title: 'An issue', ...more })
  expect(made.status, made.text).toBe(201)
  const { iid, id } = made.json as { readonly iid: number; readonly id: number }
  return { path: `/issues/${iid}`, id }
}

beforeAll(async () => {
  world = await openMergeWorld({ tier: 'premium' })
  for (const name of ['bug', 'two words', 'old'])
    await world.at(world.dev, 'POST', '/labels', { name, color: '#ff0000' })
  await world.at(world.dev, 'POST', '/milestones', { title: 'Next one' })
  ;({ shown: request } = await newRequest())
})
afterAll(() => world.close())

describe('a note of nothing but quick actions', () => {
  it('is not stored; the answer says what was done', async () => {
    const { path } = await newRequest()
    const answer = await say(
      path,
      '/label ~bug ~"two words"\n/assign @maint\n/title Better\n/milestone %"Next one"\n/lock',
    )
    expect(answer.status).toBe(202)
    expect(answer.json).toEqual({
      commands_changes: {
        add_label_ids: [expect.any(Number), expect.any(Number)],
        assignee_ids: [world.maint.id],
        title: 'Better',
        milestone_id: expect.any(Number),
        discussion_locked: true,
      },
      summary: [
        'Added ~bug ~"two words" labels. Assigned @maint. Changed the title to "Better". Set the milestone to %"Next one". Locked the discussion.',
      ],
    })
    expect(await look(path)).toMatchObject({
      title: 'Better',
      labels: ['bug', 'two words'],
      assignees: [{ username: 'maint' }],
      milestone: { title: 'Next one' },
      discussion_locked: true,
      user_notes_count: 0,
    })
  })

  it('says why it had no effect', async () => {
    const { path } = await newRequest()
    const answer = await say(path, '/assign @nobody')
    expect([answer.status, answer.json]).toEqual([
      202,
      { commands_changes: {}, summary: ['Failed to assign a user because no user was found.'] },
    ])
    expect((await say(path, '/label ~nothing')).json).toEqual({
      commands_changes: {},
      summary: ['Failed to apply commands.'],
    })
    expect(await look(path)).toMatchObject({ labels: [], assignees: [], user_notes_count: 0 })
  })

  it('is refused where none of them may be executed', async () => {
    const { path } = await newIssue()
    const answer = await say(path, '/close\n/label ~bug', world.guest)
    expect([answer.status, answer.json]).toEqual([
      400,
      { message: '400 Bad request - Note {:note=>["can\'t be blank"]}' },
    ])
    expect(await look(path)).toMatchObject({ state: 'opened', labels: [] })
  })

  it('works in a thread as elsewhere', async () => {
    const { path } = await newIssue()
    const begun = await world.at(world.dev, 'POST', `${path}/discussions`, { body: '/label ~bug' })
    expect([begun.status, (begun.json as Json)['summary']]).toEqual([202, ['Added ~bug label.']])
    const thread = await world.at(world.dev, 'POST', `${path}/discussions`, { body: 'why?' })
    const at = `${path}/discussions/${String((thread.json as Json)['id'])}/notes`
    const answered = await world.at(world.dev, 'POST', at, { body: '/unlabel ~bug' })
    expect([answered.status, (answered.json as Json)['summary']]).toEqual([202, ['Removed ~bug label.']])
    expect(await look(path)).toMatchObject({ labels: [], user_notes_count: 1 })
    const nowhere = await world.at(world.dev, 'POST', `${path}/discussions/${'0'.repeat(40)}/notes`, { body: '/close' })
    expect([nowhere.status, (await look(path))['state']]).toEqual([404, 'opened'])
  })

  it('deletes a note that is edited to hold nothing else', async () => {
    const { path } = await newIssue()
    const note = await say(path, 'words')
    const at = `${path}/notes/${String(note.json['id'])}`
    expect((await world.at(world.guest, 'PUT', at, { body: '/close' })).status).not.toBe(202)
    const answer = await world.at(world.dev, 'PUT', at, { body: '/close' })
    expect([answer.status, (answer.json as Json)['summary']]).toEqual([202, ['Closed this issue.']])
    expect((await world.at(world.dev, 'GET', at)).status).toBe(404)
    expect(await look(path)).toMatchObject({ state: 'closed', user_notes_count: 0 })
  })
})

describe('a note with quick actions', () => {
  it('is stored without them', async () => {
    const { path } = await newIssue()
    const answer = await say(path, 'Duplicate work.\n/close\n```\n/reopen\n```\n/unknown')
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      body: 'Duplicate work.\n```\n/reopen\n```\n/unknown',
      commands_changes: { state_event: 'close' },
    })
    expect(await look(path)).toMatchObject({ state: 'closed', user_notes_count: 1 })
  })

  it('is stored where they may not be executed', async () => {
    const { path } = await newIssue()
    const answer = await say(path, 'Please.\n/close', world.guest)
    expect([answer.status, answer.json['body'], answer.json['commands_changes']]).toEqual([201, 'Please.', {}])
    expect((await look(path))['state']).toBe('opened')
  })

  it('needs the right to comment', async () => {
    const { path } = await newIssue()
    const before = await look(path)
    expect((await say(path, '/close', world.out)).status).toBe(404)
    expect(await look(path)).toEqual(before)
  })
})

describe('the description', () => {
  it('of a new merge request is stored without its quick actions', async () => {
    const { shown } = await newRequest({
      description: 'What it does\n\n/label ~bug\n/assign_reviewer @maint\n/draft\n/estimate 2h\n/close',
    })
    expect(shown).toMatchObject({
      description: 'What it does',
      labels: ['bug'],
      reviewers: [{ username: 'maint' }],
      draft: true,
      state: 'opened',
      time_stats: { time_estimate: 7200 },
    })
  })

  it('of a merge request executes them when it is changed', async () => {
    const { path } = await newRequest()
    const answer = await world.at(world.dev, 'PUT', path, { description: 'New\n/close' })
    expect(answer.json).toMatchObject({ description: 'New', state: 'closed' })
  })

  it('of an issue does the same', async () => {
    const made = await world.at(world.dev, 'POST', '/issues', {
      title: 'An issue',
      description: 'Text\n/due 2030-01-02\n/confidential\n/assign me',
    })
    expect(made.json).toMatchObject({
      description: 'Text',
      due_date: '2030-01-02',
      confidential: true,
      assignees: [{ username: 'dev' }],
    })
    const { iid } = made.json as { readonly iid: number }
    const changed = await world.at(world.dev, 'PUT', `/issues/${iid}`, { description: '/remove_due_date\n/close' })
    expect(changed.json).toMatchObject({ due_date: null, state: 'closed' })
  })

  it('of a user without the rights is only text', async () => {
    const made = await world.at(world.guest, 'POST', '/issues', { title: 'An issue', description: 'Text\n/label ~bug' })
    expect(made.json).toMatchObject({ description: 'Text', labels: [] })
  })
})

describe('on a merge request', () => {
  const cases: ReadonlyArray<readonly [string, string, Json]> = [
    ['/reassign @maint', 'Assigned @maint.', { assignees: [{ username: 'maint' }] }],
    ['/assign @dev @owner', 'Assigned @dev and @owner.', {}],
    ['/unassign @dev', 'Removed assignee @dev.', { assignees: [{ username: 'maint' }, { username: 'owner' }] }],
    ['/unassign', 'Removed assignees @maint and @owner.', { assignees: [] }],
    ['/reviewer @maint', 'Assigned @maint as reviewer.', { reviewers: [{ username: 'maint' }] }],
    ['/unassign_reviewer', 'Removed reviewer @maint.', { reviewers: [] }],
    ['/label old', 'Added ~old label.', { labels: ['old'] }],
    ['/relabel ~bug', 'Replaced all labels with ~bug label.', { labels: ['bug'] }],
    ['/unlabel', 'Removed all labels.', { labels: [] }],
    ['/milestone %1', 'Set the milestone to %"Next one".', { milestone: { title: 'Next one' } }],
    ['/remove_milestone', 'Removed %"Next one" milestone.', { milestone: null }],
    ['/draft', 'Marked this merge request as a draft.', { draft: true }],
    ['/ready', 'Marked this merge request as ready.', { draft: false }],
    ['/lock', 'Locked the discussion.', { discussion_locked: true }],
    ['/unlock', 'Unlocked the discussion.', { discussion_locked: false }],
    ['/estimate 1h 30m', 'Set time estimate to 1h 30m.', { time_stats: { time_estimate: 5400 } }],
    ['/spend 1h 2020-01-02', 'Added 1h spent time.', { time_stats: { total_time_spent: 3600 } }],
    ['/spend -30m', 'Subtracted 30m spent time.', { time_stats: { total_time_spent: 1800 } }],
    ['/remove_estimate', 'Removed time estimate.', { time_stats: { time_estimate: 0 } }],
    ['/remove_time_spent', 'Removed spent time.', { time_stats: { total_time_spent: 0 } }],
    ['/close', 'Closed this merge request.', { state: 'closed' }],
    ['/reopen', 'Reopened this merge request.', { state: 'opened' }],
    ['/unsubscribe', 'Unsubscribed from notifications.', { subscribed: false }],
    ['/subscribe', 'Subscribed to notifications.', { subscribed: true }],
    ['/award :+1:', 'Toggled :thumbsup: emoji award.', { upvotes: 1 }],
    ['/award :thumbsup:', 'Toggled :thumbsup: emoji award.', { upvotes: 0 }],
    ['/target_branch other', 'Set target branch to other.', { target_branch: 'other' }],
  ]

  it('executes each quick action', async () => {
    await world.commit('other', { 'other.txt': 'x' }, 'main')
    const { path } = await newRequest()
    for (const [body, summary, after] of cases) {
      const answer = await say(path, body)
      expect([answer.status, answer.json['summary']], body).toEqual([202, [summary]])
      expect(await look(path), body).toMatchObject(after)
    }
  })

  it('copies labels and milestone of another', async () => {
    const { path } = await newRequest()
    const other = await newIssue({ labels: 'old' })
    await say(other.path, '/milestone %1')
    const answer = await say(path, `/copy_metadata #${other.path.split('/').at(-1)}`)
    expect(answer.status).toBe(202)
    expect(await look(path)).toMatchObject({ labels: ['old'], milestone: { title: 'Next one' } })
  })

  it('adds a to-do and marks it as done', async () => {
    const { path } = await newRequest()
    expect((await say(path, '/todo')).json['summary']).toEqual(['Added a to do.'])
    expect((await say(path, '/todo')).status).toBe(400)
    expect((await say(path, '/done')).json['summary']).toEqual(['Marked to do as done.'])
    expect((await say(path, '/done')).status).toBe(400)
  })

  it('approves and unapproves', async () => {
    const { path } = await newRequest()
    expect((await say(path, '/approve', world.maint)).json['summary']).toEqual(['Approved the current merge request.'])
    const approvals = (await world.at(world.maint, 'GET', `${path}/approvals`)).json as Json
    expect(approvals['approved_by']).toEqual([{ user: expect.objectContaining({ username: 'maint' }) }])
    expect((await say(path, '/approve', world.maint)).status).toBe(400)
    expect((await say(path, '/unapprove', world.maint)).json['summary']).toEqual([
      'Unapproved the current merge request.',
    ])
  })

  it('merges it', async () => {
    const { path, shown } = await newRequest()
    const answer = await say(path, 'Done.\n/merge', world.maint)
    expect(answer.json).toMatchObject({ body: 'Done.', commands_changes: { merge: shown.sha } })
    expect((await look(path))['state']).toBe('merged')
  })

  it('does not merge what is not mergeable, or for users without the right', async () => {
    const { path } = await newRequest({ title: 'Draft: x' })
    expect((await say(path, '/merge', world.maint)).status).toBe(400)
    expect((await look(path))['state']).toBe('opened')
  })

  it('rebases it, and does not merge it at the same time', async () => {
    const { path } = await newRequest()
    await world.commit('main', { 'moved.txt': `${count}` })
    const answer = await say(path, '/merge\n/rebase')
    expect(answer.json['commands_changes']).toEqual({ rebase: true })
    await world.until('the rebase ends', async () => {
      const shown = (await world.at(world.dev, 'GET', path, undefined, 'include_rebase_in_progress=true')).json as Json
      return shown['rebase_in_progress'] === false
    })
    expect((await look(path))['state']).toBe('opened')
  })

  it('leaves unknown commands in the text', async () => {
    const before = await notesOn(`/merge_requests/${request.iid}`)
    const answer = await say(`/merge_requests/${request.iid}`, '/due tomorrow')
    expect([answer.status, answer.json['body']]).toEqual([201, '/due tomorrow'])
    expect(await notesOn(`/merge_requests/${request.iid}`)).toBe(before + 1)
  })
})

describe('on an issue', () => {
  const cases: ReadonlyArray<readonly [string, string, Json]> = [
    ['/due 2030-05-01', 'Set the due date to 2030-05-01.', { due_date: '2030-05-01' }],
    ['/due whenever', 'Failed to set due date because the date format is invalid.', { due_date: '2030-05-01' }],
    ['/remove_due_date', 'Removed the due date.', { due_date: null }],
    ['/confidential', 'Made this issue confidential.', { confidential: true }],
    ['/estimate 1d', 'Set time estimate to 1d.', { time_stats: { time_estimate: 28800 } }],
    ['/spend 1h', 'Added 1h spent time.', { time_stats: { total_time_spent: 3600 } }],
    ['/estimate 0', 'Removed time estimate.', { time_stats: { time_estimate: 0 } }],
    ['/close', 'Closed this issue.', { state: 'closed' }],
    ['/reopen', 'Reopened this issue.', { state: 'opened' }],
  ]

  it('executes each quick action', async () => {
    const { path } = await newIssue()
    for (const [body, summary, after] of cases) {
      const answer = await say(path, body)
      expect([answer.status, answer.json['summary']], body).toEqual([202, [summary]])
      expect(await look(path), body).toMatchObject(after)
    }
  })

  it('closes it as a duplicate', async () => {
    const [first, second] = [await newIssue(), await newIssue()]
    const answer = await say(second.path, `/duplicate #${first.path.split('/').at(-1)}`)
    expect(answer.json['commands_changes']).toEqual({ canonical_issue_id: first.id })
    const link = `http://forge.test/api/v4/projects/${world.projectId}${first.path}`
    const closed = { state: 'closed', _links: { closed_as_duplicate_of: link } }
    expect(await look(second.path)).toMatchObject(closed)
    const list = (await world.at(world.dev, 'GET', '/issues', undefined, 'state=closed')).json
    expect((list as ReadonlyArray<Json>).find(({ id }) => id === second.id)).toMatchObject(closed)
    const told = async (path: string): Promise<ReadonlyArray<unknown>> => {
      const notes = await world.at(world.dev, 'GET', `${path}/notes`, undefined, 'activity_filter=only_activity')
      return (notes.json as ReadonlyArray<Json>).map(({ body }) => body)
    }
    const [one, other] = [first, second].map(({ path }) => `#${path.split('/').at(-1)}`)
    expect(await told(second.path)).toEqual([`marked this issue as a duplicate of ${one}`])
    expect(await told(first.path)).toEqual([`marked ${other} as a duplicate of this issue`])
    expect((await world.at(world.maint, 'PUT', first.path, { confidential: true })).status).toBe(200)
    const guest = await world.at(world.guest, 'GET', second.path)
    expect(guest.json).toMatchObject({ _links: { closed_as_duplicate_of: null } })
    await world.at(world.dev, 'PUT', second.path, { state_event: 'reopen' })
    expect(await look(second.path)).toMatchObject({ state: 'opened', _links: { closed_as_duplicate_of: null } })
    await world.at(world.maint, 'PUT', first.path, { confidential: false })
    const itself = await say(first.path, `/duplicate #${first.path.split('/').at(-1)}`)
    expect(itself.json['commands_changes']).toEqual({})
    expect((await look(first.path))['state']).toBe('opened')
  })
})

describe('a long note', () => {
  it('is refused above a million characters', async () => {
    const { path } = await newIssue()
    const most = 'é'.repeat(1_000_000)
    expect((await say(path, most)).status).toBe(201)
    const message = '400 Bad request - Note {:note=>["is too long (maximum is 1000000 characters)"]}'
    const answer = await say(path, `${most}x`)
    expect([answer.status, answer.json]).toEqual([400, { message }])
    const note = await say(path, 'short')
    const changed = await world.at(world.dev, 'PUT', `${path}/notes/${String(note.json['id'])}`, { body: `${most}x` })
    expect([changed.status, changed.json]).toEqual([400, { message }])
  })
})
