import { readFileSync } from 'node:fs'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { type CountedRounds, countRounds, documentedWrites, type Write } from '@forgefold/spec/round-trips'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const rows = readFileSync(new URL('../../../docs/explanation/scaling.md', import.meta.url), 'utf8').split('\n')

describe('how often a write waits for the store in a row', () => {
  let double: EventStoreDbDouble
  let instance: TestInstance
  let counted: CountedRounds
  let place: Parameters<Write['path']>[0]
  const ask = async (method: string, path: string, json?: unknown) => {
    const answer = await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json as { readonly id: number; readonly iid: number }
  }

  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    instance = await openTestInstance({ more: { eventStore: { connectionString: double.connectionString } } })
    const { id } = await ask('POST', '/projects', { name: 'first', initialize_with_readme: true })
    const project = `/projects/${id}`
    const change = (file: string, branch: string) => ({
      branch,
      commit_message: 'm',
      actions: [{ action: 'create', file_path: file, content: 'x' }],
    })
    const made = (await ask('POST', `${project}/repository/commits`, change('a', 'main'))) as unknown as { id: string }
    await ask('POST', `${project}/repository/branches`, { branch: 'side', ref: 'main' })
    await ask('POST', `${project}/repository/commits`, change('s', 'side'))
    const { iid: issue } = await ask('POST', `${project}/issues`, { title: 'first' })
    const { iid: mergeRequest } = await ask('POST', `${project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'main',
      title: 'first',
    })
    const deployments: Array<number> = []
    for (let n = 0; n < 3; n++) {
      const given = { environment: 'production', sha: made.id, ref: 'main', tag: false, status: 'running' }
      deployments.push((await ask('POST', `${project}/deployments`, given)).id)
    }
    place = { project, sha: made.id, issue, mergeRequest, deployments }
    counted = countRounds(instance.forge.events)
  })
  afterAll(async () => {
    await instance.close()
    await double.stop()
  })

  it.each(documentedWrites.map((write) => [write.name, write] as const))('%s', async (name, write) => {
    const { method, path, json, rounds, waits } = write
    await ask(method, path(place, 1), json?.(place, 1))
    const { rounds: waited } = await counted.of(() => ask(method, path(place, 2), json?.(place, 2)))
    expect(waited).toBe(rounds)
    expect(rows).toContain(`| ${name} | ${rounds} | ${waits} |`)
  })
})
