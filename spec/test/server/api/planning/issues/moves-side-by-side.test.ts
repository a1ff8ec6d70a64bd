import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../../append-order.js'

type Json = Readonly<Record<string, unknown>>

describe('the two issues of a move are written side by side', () => {
  let instance: TestInstance
  let order: AppendOrder

  beforeEach(async () => {
    instance = await openTestInstance()
    await ask('POST', '/projects', { name: 'here' })
    await ask('POST', '/projects', { name: 'there' })
    await ask('POST', '/projects/1/issues', { title: 'Wanders' })
    order = orderAppends(instance.forge.events)
  })
  afterEach(() => instance.close())

  const ask = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const move = async () => (await ask('POST', '/projects/1/issues/1/move', { to_project_id: 2 })).status
  const issuesIn = async (project: number) => (await ask('GET', `/projects/${project}/issues`)).json
  const notesIn = async (project: number, iid: number) =>
    ((await ask('GET', `/projects/${project}/issues/${iid}/notes`)).json as ReadonlyArray<Json>).map(({ body }) => body)
  const isMoved = () =>
    eventually('the move', async () => {
      const [[old], [copy]] = (await Promise.all([issuesIn(1), issuesIn(2)])) as [[Json?], [Json?]]
      const isDone = old?.['state'] === 'closed' && old['moved_to_id'] === copy?.['id']
      return isDone ? copy : undefined
    })
  const expectMoved = async () => {
    const copy = await isMoved()
    expect(copy).toMatchObject({ title: 'Wanders', state: 'opened', moved_to_id: null })
    expect(await issuesIn(2)).toHaveLength(1)
    expect(await notesIn(1, 1)).toContainEqual(`moved to there#${copy['iid']}`)
    expect(await notesIn(2, Number(copy['iid']))).toContainEqual('moved from here#1')
  }

  it.each(['issue-1', 'issue-2'])('and both are there where %s comes first', async (first) => {
    order.first(first)
    expect(await move()).toBe(201)
    await expectMoved()
    expect(await move()).toBe(400)
  })

  it.each(['issue-1', 'issue-2'])('and %s is made good where a crash took it', async (lost) => {
    order.lose(lost)
    expect(await move()).toBe(503)
    await expectMoved()
    expect(await move()).toBe(400)
  })

  it('and a clone is one append, of the new issue alone', async () => {
    order.lose('issue-1')
    const cloned = await ask('POST', '/projects/1/issues/1/clone', { to_project_id: 2 })
    expect(cloned.status).toBe(201)
    expect([await notesIn(1, 1), await notesIn(2, 1)]).toEqual([['cloned to there#1'], ['cloned from here#1']])
  })

  it('and nothing is moved where the new one is deleted', async () => {
    expect(await move()).toBe(201)
    expect((await ask('DELETE', '/projects/2/issues/1')).status).toBe(204)
    expect(await move()).toBe(400)
    expect(await issuesIn(2)).toEqual([])
  })
})
